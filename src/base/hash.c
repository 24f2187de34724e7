#include "base/base.h"

#include <sha2.h>

#include "base/hash.h"

#if defined(__x86_64__) && defined(__GNUC__)
#define HAVE_SHA_EXTENSIONS 1
#include <cpuid.h>
#include <immintrin.h>
#include <pthread.h>
#endif

enum { BLOCK = 64 };

struct hasher {
    uint32_t state[8];
    uint64_t bytes;
    uint8_t block[BLOCK]; /* what doesn't fill one yet */
    bool fast;            /* by the processor's own instructions */
};

#ifdef HAVE_SHA_EXTENSIONS
/* FIPS 180-4, 4.2.2 */
static const uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4,
    0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe,
    0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f,
    0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7,
    0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc,
    0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
    0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116,
    0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
    0xc67178f2,
};

static bool has_extensions;
static pthread_once_t asked = PTHREAD_ONCE_INIT;

static void ask_processor(void)
{
    unsigned a, b, c, d;
    has_extensions = __get_cpuid(1, &a, &b, &c, &d) && (c & bit_SSE4_1) && (c & bit_SSSE3)
                     && __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_SHA);
}

/* Asking takes longer than hashing a small file where the machine is a virtual one. */
static bool has_sha_extensions(void)
{
    pthread_once(&asked, ask_processor);
    return has_extensions;
}

#define LOAD(p) _mm_loadu_si128((const __m128i *)(const void *)(p))

/* Four rounds an iteration. The processor wants the eight words of the state as two
 * vectors, ABEF and CDGH; w holds the last sixteen words of the message. */
__attribute__((target("sha,sse4.1,ssse3"))) static void
compress_fast(uint32_t state[8], const uint8_t *p, ptrdiff_t blocks)
{
    const __m128i swap = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    __m128i cdab = _mm_shuffle_epi32(LOAD(state), 0xB1);
    __m128i efgh = _mm_shuffle_epi32(LOAD(state + 4), 0x1B);
    __m128i abef = _mm_alignr_epi8(cdab, efgh, 8);
    __m128i cdgh = _mm_blend_epi16(efgh, cdab, 0xF0);
    for (; blocks > 0; blocks--, p += BLOCK) {
        __m128i abef_before = abef, cdgh_before = cdgh, w[4];
#pragma GCC unroll 16
        for (int i = 0; i < 16; i++) {
            if (i < 4) {
                w[i] = _mm_shuffle_epi8(LOAD(p + 16 * i), swap);
            } else {
                __m128i next = _mm_sha256msg1_epu32(w[i & 3], w[(i + 1) & 3]);
                next = _mm_add_epi32(next,
                                     _mm_alignr_epi8(w[(i + 3) & 3], w[(i + 2) & 3], 4));
                w[i & 3] = _mm_sha256msg2_epu32(next, w[(i + 3) & 3]);
            }
            __m128i round = _mm_add_epi32(w[i & 3], LOAD(constants + 4 * i));
            cdgh = _mm_sha256rnds2_epu32(cdgh, abef, round);
            abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(round, 0x0E));
        }
        abef = _mm_add_epi32(abef, abef_before);
        cdgh = _mm_add_epi32(cdgh, cdgh_before);
    }
    __m128i feba = _mm_shuffle_epi32(abef, 0x1B), dchg = _mm_shuffle_epi32(cdgh, 0xB1);
    _mm_storeu_si128((__m128i *)(void *)state, _mm_blend_epi16(feba, dchg, 0xF0));
    _mm_storeu_si128((__m128i *)(void *)(state + 4), _mm_alignr_epi8(dchg, feba, 8));
}
#endif

static void compress(hasher *h, const uint8_t *p, ptrdiff_t blocks)
{
#ifdef HAVE_SHA_EXTENSIONS
    if (h->fast) {
        compress_fast(h->state, p, blocks);
        return;
    }
#endif
    for (; blocks > 0; blocks--, p += BLOCK) {
        SHA256Transform(h->state, p);
    }
}

hasher *hasher_new(arena *perm)
{
    hasher *h = NEW(perm, hasher, 1);
    *h = (hasher){.state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f,
                            0x9b05688c, 0x1f83d9ab, 0x5be0cd19}}; /* FIPS 180-4, 5.3.3 */
#ifdef HAVE_SHA_EXTENSIONS
    h->fast = has_sha_extensions();
#endif
    return h;
}

void hasher_add(hasher *h, str bytes)
{
    if (bytes.len <= 0) {
        return;
    }
    ptrdiff_t held = (ptrdiff_t)(h->bytes % BLOCK);
    h->bytes += (uint64_t)bytes.len;
    if (held > 0) {
        ptrdiff_t n = BLOCK - held < bytes.len ? BLOCK - held : bytes.len;
        memcpy(h->block + held, bytes.ptr, (size_t)n);
        bytes = str_drop(bytes, n);
        if (held + n < BLOCK) {
            return;
        }
        compress(h, h->block, 1);
    }
    ptrdiff_t blocks = bytes.len / BLOCK;
    compress(h, (const uint8_t *)bytes.ptr, blocks);
    bytes = str_drop(bytes, blocks * BLOCK);
    if (bytes.len > 0) {
        memcpy(h->block, bytes.ptr, (size_t)bytes.len);
    }
}

/* A bit, zeros, and the length in bits up to the end of a block. */
static void pad(hasher *h)
{
    static const char padding[BLOCK] = {'\x80'};
    char length[8];
    uint64_t bits = h->bytes * 8;
    for (int i = 0; i < 8; i++) {
        length[i] = (char)(bits >> (56 - 8 * i) & 0xFF);
    }
    ptrdiff_t held = (ptrdiff_t)(h->bytes % BLOCK);
    hasher_add(
        h, (str){padding, held < BLOCK - 8 ? BLOCK - 8 - held : 2 * BLOCK - 8 - held});
    hasher_add(h, (str){length, 8});
}

str hasher_hex(arena *perm, hasher *h)
{
    static const char digits[] = "0123456789abcdef";
    pad(h);
    char *hex = NEW(perm, char, BLOCK);
    for (int i = 0; i < BLOCK; i++) {
        hex[i] = digits[h->state[i / 8] >> (28 - 4 * (i % 8)) & 0xF];
    }
    return (str){hex, BLOCK};
}

str hash_sha256(arena *perm, str bytes)
{
    hasher *h = hasher_new(perm);
    hasher_add(h, bytes);
    return hasher_hex(perm, h);
}
