import { useEffect, useState } from 'react'
import { loadChunk } from '../../../kernel/load-chunk.ts'

const SCHEME = 'otpauth://'

/**
 * Returns the key for users who type it. It comes from an `otpauth:` URL, or from the one that our backend adds to the
 * picture as a fragment, which image loaders ignore.
 */
export const secretOf = (value: string): string | undefined => {
  const at = value.startsWith(SCHEME) ? 0 : value.indexOf(`#${SCHEME}`) + 1
  if (at === 0 && !value.startsWith(SCHEME)) return undefined
  try {
    return new URL(value.slice(at)).searchParams.get('secret') ?? undefined
  } catch {
    return undefined
  }
}

interface Drawing {
  size: number
  path: string
}

const isImage = (value: string): boolean => /^data:image\/(png|gif|jpeg|webp|svg\+xml)[;,]/.test(value)

/** Loads the drawing library when a backend sends a URL instead of a picture. */
const useDrawing = (value: string): Drawing | undefined => {
  const [drawing, setDrawing] = useState<Drawing>()
  useEffect(() => {
    if (isImage(value)) return
    let current = true
    loadChunk(() => import('./draw-qr.ts')).then(
      ({ drawQr }) => current && setDrawing(drawQr(value)),
      // The user can type the key below instead.
      () => {},
    )
    return () => {
      current = false
    }
  }, [value])
  return drawing
}

/** A QR code, always dark on white, because many cameras can't read an inverted one. */
export const QrCode = ({ value, label }: { value: string; label: string }) => {
  const drawing = useDrawing(value)
  return (
    <div className="fe-mfa-qr">
      {isImage(value) && <img src={value} alt={label} />}
      {drawing && (
        <svg viewBox={`0 0 ${drawing.size} ${drawing.size}`} role="img" aria-label={label} shapeRendering="crispEdges">
          <path d={drawing.path} fill="currentColor" />
        </svg>
      )}
    </div>
  )
}
