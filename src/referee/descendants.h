/* Every process that came from this one, however it hides: those that left their group or whose
 * parent ended, too. Linux; elsewhere there are none to be found. */
#ifndef BLASTBEAM_REFEREE_DESCENDANTS_H
#define BLASTBEAM_REFEREE_DESCENDANTS_H

/* From now on become the parent of descendants whose own parent ended, so that they are found. */
void descendants_adopt(void);

/* How many there are now. Reads /proc: some milliseconds on a busy machine. */
int descendants_count(void);

/* End all of them and take them off the process table. There must be no child that somebody else
 * waits for. Gives up after some seconds on processes that cannot be killed. */
void descendants_end(void);

#endif
