/** Seed 001 §4: nothing else is uploaded. */
const IMAGE_DATA_URL = /^data:(image\/[a-z0-9.+-]+);base64,([a-z0-9+/]+=*)$/i

/** The picture as the upload call takes it: a form with the field `image`. */
export const toUpload = (address: string): FormData | undefined => {
  const [, type = '', data = ''] = address.match(IMAGE_DATA_URL) ?? []
  if (!data) return undefined
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
  const form = new FormData()
  form.set('image', new Blob([bytes], { type }), `picture.${type.split('/')[1]?.replace(/\W.*/, '') ?? 'png'}`)
  return form
}

/** Seed 001 §4: the time stamp makes browsers ask for the new picture. Only web addresses have a query. */
export const stamped = (address: string, now: number): string => {
  if (!/^https?:/i.test(address)) return address
  const url = new URL(address)
  url.searchParams.set('t', String(now))
  return url.href
}
