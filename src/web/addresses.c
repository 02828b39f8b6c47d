#include "web/addresses.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdio.h>

static bool write_address(const struct sockaddr *address, char text[ADDRESS_TEXT]) {
    char number[INET6_ADDRSTRLEN];
    if (address->sa_family == AF_INET) {
        const struct sockaddr_in *four = (const struct sockaddr_in *)address;
        snprintf(text, ADDRESS_TEXT, "%s",
                 inet_ntop(AF_INET, &four->sin_addr, number, sizeof number));
        return true;
    }
    if (address->sa_family != AF_INET6)
        return false;
    const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)address;
    if (IN6_IS_ADDR_LINKLOCAL(&six->sin6_addr))
        return false;
    snprintf(text, ADDRESS_TEXT, "[%s]",
             inet_ntop(AF_INET6, &six->sin6_addr, number, sizeof number));
    return true;
}

int addresses_list(char addresses[ADDRESSES_MAX][ADDRESS_TEXT]) {
    struct ifaddrs *list;
    int count = 0;
    if (getifaddrs(&list) != 0)
        return 0;
    for (const struct ifaddrs *each = list; each && count < ADDRESSES_MAX; each = each->ifa_next) {
        bool is_open = each->ifa_flags & IFF_UP && !(each->ifa_flags & IFF_LOOPBACK);
        if (is_open && each->ifa_addr)
            count += write_address(each->ifa_addr, addresses[count]);
    }
    freeifaddrs(list);
    return count;
}
