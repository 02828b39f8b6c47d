/* The operations of a round that vector instructions make faster, beside their portable form. The
 * compiler flags of the translation unit choose the instruction set. */
#ifndef BLASTBEAM_ENGINE_SIMD_H
#define BLASTBEAM_ENGINE_SIMD_H

#include "engine/state.h"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

/* Bits 0, 21 and 42: one column in the three bands of rows of a word. */
static const uint64_t COLUMN_BANDS = 1ull | 1ull << 21 | 1ull << 42;

/* The rows in which column x is set, bit y for row y (rows 21..23 included). */
static inline uint32_t board_column(const Board *board, int x) {
#if defined(__AVX512F__)
    __m512i words = _mm512_load_si512(board->word);
    __m512i bit = _mm512_set1_epi64((long long)(1ull << x));
    uint32_t low = _mm512_test_epi64_mask(words, bit);
    uint32_t middle = _mm512_test_epi64_mask(words, _mm512_slli_epi64(bit, 21));
    uint32_t high = _mm512_test_epi64_mask(words, _mm512_slli_epi64(bit, 42));
    return low | middle << 8 | high << 16;
#else
    uint64_t bands = 0;
    for (int i = 0; i < BOARD_WORDS; i++)
        bands |= (board->word[i] >> x & COLUMN_BANDS) << i;
    return (uint32_t)((bands & 0xff) | (bands >> 21 & 0xff) << 8 | (bands >> 42 & 0xff) << 16);
#endif
}

/* Set column x of the rows in `rows`, bit y for row y. */
static inline void board_add_column(Board *board, int x, uint32_t rows) {
    uint64_t bands = (rows & 0xffull) | (rows >> 8 & 0xffull) << 21 | (rows >> 16 & 0xffull) << 42;
#if defined(__AVX512F__)
    __m512i spread = _mm512_srlv_epi64(_mm512_set1_epi64((long long)bands),
                                       _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0));
    __m512i column = _mm512_sll_epi64(
        _mm512_and_si512(spread, _mm512_set1_epi64((long long)COLUMN_BANDS)), _mm_cvtsi32_si128(x));
    _mm512_store_si512(board->word, _mm512_or_si512(_mm512_load_si512(board->word), column));
#else
    for (int i = 0; i < BOARD_WORDS; i++)
        board->word[i] |= (bands >> i & COLUMN_BANDS) << x;
#endif
}

/* Set the cells of row y in `row`, bit x for column x. */
static inline void board_add_row(Board *board, int y, uint32_t row) {
    uint64_t bits = (uint64_t)row << row_shift(y);
#if defined(__AVX512F__)
    /* A scalar store would delay the next load of the whole board. */
    __m512i words = _mm512_load_si512(board->word), more = _mm512_set1_epi64((long long)bits);
    _mm512_store_si512(board->word,
                       _mm512_mask_or_epi64(words, (__mmask8)(1u << (y & 7)), words, more));
#else
    board->word[y & 7] |= bits;
#endif
}

/* The slots, of those in `live`, whose bomb lies on one of four cells. */
static inline unsigned bombs_at(const Bombs *bombs, unsigned live, const Cell cell[4]) {
#if defined(__AVX512BW__) && defined(__AVX512VL__)
    __m256i cells = _mm256_load_si256((const __m256i *)bombs->cell);
    unsigned found = 0;
    for (int i = 0; i < 4; i++)
        found |= _mm256_cmpeq_epi16_mask(cells, _mm256_set1_epi16((short)cell[i]));
    return found & live;
#elif defined(__AVX2__)
    __m256i cells = _mm256_load_si256((const __m256i *)bombs->cell);
    __m256i found = _mm256_setzero_si256();
    for (int i = 0; i < 4; i++)
        found =
            _mm256_or_si256(found, _mm256_cmpeq_epi16(cells, _mm256_set1_epi16((short)cell[i])));
    __m128i bytes =
        _mm_packs_epi16(_mm256_castsi256_si128(found), _mm256_extracti128_si256(found, 1));
    return (unsigned)_mm_movemask_epi8(bytes) & live;
#else
    unsigned found = 0;
    for (unsigned rest = live; rest; rest &= rest - 1) {
        int slot = __builtin_ctz(rest);
        Cell at = bombs->cell[slot];
        bool hit = at == cell[0] || at == cell[1] || at == cell[2] || at == cell[3];
        found |= (unsigned)hit << slot;
    }
    return found;
#endif
}

/* The board with this cell alone. */
static inline Board board_of_cell(Cell cell) {
    Board board = {{0}};
#if defined(__AVX512F__)
    __mmask8 word = (__mmask8)(1u << (cell_y(cell) & 7));
    _mm512_store_si512(board.word, _mm512_maskz_set1_epi64(word, (long long)cell_bit(cell)));
#else
    board_add(&board, cell);
#endif
    return board;
}

/* Whether all cells of `cells` are in `board`. */
static inline bool board_includes(const Board *board, const Board *cells) {
#if defined(__AVX512F__)
    __m512i missing =
        _mm512_andnot_si512(_mm512_load_si512(board->word), _mm512_load_si512(cells->word));
    return _mm512_test_epi64_mask(missing, missing) == 0;
#elif defined(__AVX2__)
    const __m256i *all = (const __m256i *)board->word, *part = (const __m256i *)cells->word;
    return _mm256_testc_si256(_mm256_load_si256(all), _mm256_load_si256(part)) &&
           _mm256_testc_si256(_mm256_load_si256(all + 1), _mm256_load_si256(part + 1));
#else
    uint64_t missing = 0;
    for (int i = 0; i < BOARD_WORDS; i++)
        missing |= cells->word[i] & ~board->word[i];
    return !missing;
#endif
}

/* Whether a cell is in both boards. */
static inline bool boards_meet(const Board *a, const Board *b) {
#if defined(__AVX512F__)
    return _mm512_test_epi64_mask(_mm512_load_si512(a->word), _mm512_load_si512(b->word)) != 0;
#elif defined(__AVX2__)
    const __m256i *x = (const __m256i *)a->word, *y = (const __m256i *)b->word;
    __m256i low = _mm256_and_si256(_mm256_load_si256(x), _mm256_load_si256(y));
    __m256i high = _mm256_and_si256(_mm256_load_si256(x + 1), _mm256_load_si256(y + 1));
    __m256i any = _mm256_or_si256(low, high);
    return !_mm256_testz_si256(any, any);
#else
    uint64_t any = 0;
    for (int i = 0; i < BOARD_WORDS; i++)
        any |= a->word[i] & b->word[i];
    return any;
#endif
}

static inline void board_unite(Board *board, const Board *cells) {
    for (int i = 0; i < BOARD_WORDS; i++)
        board->word[i] |= cells->word[i];
}

/* Remove the cells of `cells` from `board`. Returns whether any cell is left. */
static inline bool board_subtract(Board *board, const Board *cells) {
#if defined(__AVX512F__)
    __m512i left =
        _mm512_andnot_si512(_mm512_load_si512(cells->word), _mm512_load_si512(board->word));
    _mm512_store_si512(board->word, left);
    return _mm512_test_epi64_mask(left, left) != 0;
#else
    uint64_t any = 0;
    for (int i = 0; i < BOARD_WORDS; i++)
        any |= board->word[i] &= ~cells->word[i];
    return any;
#endif
}

/* The cells beside those of `cells` in the four directions. */
static inline Board board_neighbours(const Board *cells) {
    Board near;
#if defined(__AVX512F__)
    __m512i from = _mm512_load_si512(cells->word);
    __m512i up = _mm512_sllv_epi64(_mm512_alignr_epi64(from, from, 7),
                                   _mm512_set_epi64(0, 0, 0, 0, 0, 0, 0, 21));
    __m512i down = _mm512_srlv_epi64(_mm512_alignr_epi64(from, from, 1),
                                     _mm512_set_epi64(21, 0, 0, 0, 0, 0, 0, 0));
    __m512i side = _mm512_or_si512(_mm512_slli_epi64(from, 1), _mm512_srli_epi64(from, 1));
    _mm512_store_si512(near.word, _mm512_or_si512(_mm512_or_si512(up, down), side));
#elif defined(__AVX2__)
    enum { UP = 0x93, DOWN = 0x39, FIRST = 0x03, LAST = 0xc0 };
    __m256i low = _mm256_load_si256((const __m256i *)cells->word);
    __m256i high = _mm256_load_si256((const __m256i *)(cells->word + 4));
    __m256i low_up = _mm256_permute4x64_epi64(low, UP),
            high_up = _mm256_permute4x64_epi64(high, UP);
    __m256i low_down = _mm256_permute4x64_epi64(low, DOWN);
    __m256i high_down = _mm256_permute4x64_epi64(high, DOWN);
    __m256i above = _mm256_sllv_epi64(_mm256_blend_epi32(low_up, high_up, FIRST),
                                      _mm256_set_epi64x(0, 0, 0, 21));
    __m256i below = _mm256_blend_epi32(low_down, high_down, LAST);
    __m256i side = _mm256_or_si256(_mm256_slli_epi64(low, 1), _mm256_srli_epi64(low, 1));
    _mm256_store_si256((__m256i *)near.word, _mm256_or_si256(_mm256_or_si256(above, below), side));
    above = _mm256_blend_epi32(high_up, low_up, FIRST);
    below = _mm256_srlv_epi64(_mm256_blend_epi32(high_down, low_down, LAST),
                              _mm256_set_epi64x(21, 0, 0, 0));
    side = _mm256_or_si256(_mm256_slli_epi64(high, 1), _mm256_srli_epi64(high, 1));
    _mm256_store_si256((__m256i *)(near.word + 4),
                       _mm256_or_si256(_mm256_or_si256(above, below), side));
#else
    for (int i = 0; i < BOARD_WORDS; i++) {
        uint64_t above = i ? cells->word[i - 1] : cells->word[BOARD_WORDS - 1] << BOARD_SIZE;
        uint64_t below = i < BOARD_WORDS - 1 ? cells->word[i + 1] : cells->word[0] >> BOARD_SIZE;
        near.word[i] = above | below | cells->word[i] << 1 | cells->word[i] >> 1;
    }
#endif
    return near;
}

/* Add to `reach` the cells of `near` that are not in `blocked`. Returns false when it has all of
 * them already. */
static inline bool board_add_open(Board *reach, const Board *near, const Board *blocked) {
#if defined(__AVX512F__)
    __m512i open =
        _mm512_andnot_si512(_mm512_load_si512(blocked->word), _mm512_load_si512(near->word));
    __m512i from = _mm512_load_si512(reach->word);
    _mm512_store_si512(reach->word, _mm512_or_si512(from, open));
    return _mm512_test_epi64_mask(_mm512_andnot_si512(from, open), open) != 0;
#else
    uint64_t fresh = 0;
    for (int i = 0; i < BOARD_WORDS; i++) {
        uint64_t open = near->word[i] & ~blocked->word[i];
        fresh |= open & ~reach->word[i];
        reach->word[i] |= open;
    }
    return fresh != 0;
#endif
}

/* `reach` and its neighbours in the four directions that are not in `blocked`. */
static inline void board_spread(Board *reach, const Board *blocked) {
    Board near = board_neighbours(reach);
    (void)board_add_open(reach, &near, blocked);
}

#endif
