import { toString as draw } from 'qrcode'

/**
 * Returns a QR code of the text as a `data:` URL of a vector image, so that it is sharp at every size. The text is in
 * the fragment, which image loaders ignore, for users who cannot scan.
 */
export const qrDataUrl = async (text: string): Promise<string> => {
  const svg = await draw(text, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 })
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}#${text}`
}
