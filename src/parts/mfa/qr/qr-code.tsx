import { useEffect, useState } from 'react'
import { loadChunk } from '../../../kernel/load-chunk.ts'

interface Drawing {
  size: number
  path: string
}

const isImage = (value: string): boolean => /^data:image\/(png|gif|jpeg|webp|svg\+xml)[;,]/.test(value)

/** The library that draws is loaded when a backend sends a URL instead of a picture. */
const useDrawing = (value: string): Drawing | undefined => {
  const [drawing, setDrawing] = useState<Drawing>()
  useEffect(() => {
    if (isImage(value)) return
    let current = true
    loadChunk(() => import('./draw-qr.ts')).then(
      ({ drawQr }) => current && setDrawing(drawQr(value)),
      () => {}, // the key below can be typed instead
    )
    return () => {
      current = false
    }
  }, [value])
  return drawing
}

/** Always dark on white: many cameras cannot read it the other way round. */
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
