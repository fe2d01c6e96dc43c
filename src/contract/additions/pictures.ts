import { endpoint } from '../endpoint.ts'

export const pictures = {
  /** An uploaded picture; open because an image element sends no token, and its id cannot be guessed. */
  getPicture: endpoint<void, void, void>()('GET', '/identity/resources/fe/v1/pictures/{id}', {
    noToken: true,
    blob: true,
  }),
}
