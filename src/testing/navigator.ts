import type { Navigator } from '../feature/ports.ts'

/** Stays on one page and notes where it was sent. */
export const aNavigator = (page: string | URL, went: string[] = []): Navigator => ({
  go: (url) => void went.push(url),
  goLater: async (url) => void went.push(url),
  location: () => new URL(page, 'https://host.test'),
})
