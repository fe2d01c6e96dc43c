import { ours } from './endpoint.ts'

export const pictures = {
  /**
   * Returns an uploaded picture. It is public because an image element sends no token, and its ID cannot be guessed.
   */
  getPicture: ours<void, void, void>()('GET', '/pictures/{id}', {
    noToken: true,
    blob: true,
  }),
}
