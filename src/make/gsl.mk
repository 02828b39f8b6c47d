# GSL is wanted by `bin/tune --fit` only. Without it the rest of the program is built.

HAVE_GSL := $(shell echo '#include <gsl/gsl_multifit.h>' | $(CC) -E -xc - >/dev/null 2>&1 && echo yes)
GSL = $(OBJ)/gsl-$(if $(HAVE_GSL),found,missing)
GSL_USERS = $(BIN)/tune $(OBJ)/tests/test_fit

ifneq ($(HAVE_GSL),)
$(OBJ)/tuning/fit.o: CFLAGS += -DHAVE_GSL
$(GSL_USERS): LDLIBS += -lgsl -lgslcblas
endif

# Compiled again when the library comes or goes.
$(OBJ)/tuning/fit.o: $(GSL)
$(GSL):
	@mkdir -p $(@D)
	@rm -f $(OBJ)/gsl-*
	@touch $@
ifeq ($(HAVE_GSL),)
	@echo "bin/tune is built without --fit, which needs GSL: apt-get install libgsl-dev" >&2
endif
