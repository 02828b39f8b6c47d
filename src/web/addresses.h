/* The addresses of this machine in its networks. */
#ifndef BLASTBEAM_WEB_ADDRESSES_H
#define BLASTBEAM_WEB_ADDRESSES_H

enum { ADDRESSES_MAX = 16, ADDRESS_TEXT = 64 };

/* Write the addresses as they stand in a URL (IPv6 in brackets), without those of the loopback and
 * of single links. Returns their number. */
int addresses_list(char addresses[ADDRESSES_MAX][ADDRESS_TEXT]);

#endif
