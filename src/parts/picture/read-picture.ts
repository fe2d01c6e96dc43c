/** Larger pictures are scaled down before they are shown. */
const MAX_SIDE = 1_600
const QUALITY = 0.9

/**
 * Decodes a picture without a URL, so that the page's policy needs no image source. Rejects files that aren't pictures.
 */
export const readPicture = async (file: Blob, maxSide = MAX_SIDE): Promise<HTMLCanvasElement> => {
  const bitmap = await createImageBitmap(file)
  const scale = Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return canvas
}

/** Returns a `data:` URL, in PNG if the browser can't write WebP. */
export const toDataUrl = (picture: HTMLCanvasElement): string => picture.toDataURL('image/webp', QUALITY)
