/** Only image data is uploaded, because other URL schemes could refer to anything. */
const IMAGE_DATA_URL = /^data:(image\/[a-z0-9.+-]+);base64,([a-z0-9+/]+=*)$/i

/** Returns the picture for the upload call: a form with the field `image`. */
export const toUpload = (dataUrl: string): FormData | undefined => {
  const [, type = '', data = ''] = dataUrl.match(IMAGE_DATA_URL) ?? []
  if (!data) return undefined
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
  const form = new FormData()
  form.set('image', new Blob([bytes], { type }), `picture.${type.split('/')[1]?.replace(/\W.*/, '') ?? 'png'}`)
  return form
}

/**
 * Adds the time to a URL, so that browsers load the new picture instead of a cached one. Only http(s) URLs have a
 * query.
 */
export const stamped = (picture: string, now: number): string => {
  if (!/^https?:/i.test(picture)) return picture
  const url = new URL(picture)
  url.searchParams.set('t', String(now))
  return url.href
}
