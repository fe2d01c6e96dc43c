import { endpoint } from './endpoint.ts'

export const pictures = {
  /**
   * Returns an uploaded picture. It is public because an image element sends no token, and its ID cannot be guessed.
   */
  getPicture: endpoint<void, void, void>()('GET', '/identity/resources/fe/v1/pictures/{id}', {
    noToken: true,
    blob: true,
  }),
}
