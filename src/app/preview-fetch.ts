import type { Clock } from '../kernel/clock.ts'

/** Sample data instead of a network; the code for it arrives only when preview is used. */
export const createLazyPreviewFetch = (clock: Clock): typeof fetch => {
  let loading: Promise<typeof fetch> | undefined
  return async (input, init) => {
    loading ??= import('../preview/preview.ts').then(({ createPreviewFetch }) => createPreviewFetch({ clock }))
    return (await loading)(input, init)
  }
}

/** Never asked: the fetch above answers in its place. `.invalid` is reserved (RFC 2606 §2). */
export const PREVIEW_BASE_URL = 'https://preview.invalid'
