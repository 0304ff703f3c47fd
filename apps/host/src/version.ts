/** The host's own version; the same as in its package.json. */
export const hostVersion = "0.1.0";
