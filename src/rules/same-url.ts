/** Returns whether two texts are the same URL: some systems write a default port, or a host in upper case. */
export const isSameUrl = (one: string | undefined, other: string): boolean =>
  one === other ||
  (one !== undefined && URL.canParse(one) && URL.canParse(other) && new URL(one).href === new URL(other).href)
