import type { Navigator } from '../feature/ports.ts'

/** Creates a navigator that stays on one page and records its redirects. */
export const aNavigator = (page: string | URL, went: string[] = []): Navigator => ({
  go: (url) => void went.push(url),
  goLater: async (url) => void went.push(url),
  location: () => new URL(page, 'https://host.test'),
})
