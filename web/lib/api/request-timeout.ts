/** "The timeout is 60 seconds" ([administration §7](docs/design/administration.md#7)), of the app and of the sign-in site. */
export const requestTimeout = 60_000
