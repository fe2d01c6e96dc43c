import { useMemo, useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'
import * as cropSheet from 'react-easy-crop/react-easy-crop.css'
import type { Translate } from '../../../i18n/messages.ts'
import { readPicture, toDataUrl } from '../../../parts/picture/read-picture.ts'
import { FormDialog } from '../../../ui/form-dialog/form-dialog.tsx'
import { useSheet, useUiId } from '../../../ui/style-root/style-root.tsx'
import type { ProfileTexts } from '../profile.messages.ts'
import css from './crop-dialog.css'

/** Stored size, which is sharp on the densest screens at the largest size that is shown. */
const STORED_SIDE = 512
const MAX_ZOOM = 4
/** Our bundler converts a sheet to text, which the library's own types don't reflect. */
const libraryCss = (cropSheet as unknown as { default: string }).default

export { readPicture }

/** Returns the selected square as a `data:` URL. */
export const cut = (picture: HTMLCanvasElement, { x, y, width, height }: Area): string => {
  const side = Math.max(1, Math.min(STORED_SIDE, Math.round(width)))
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  canvas.getContext('2d')?.drawImage(picture, x, y, width, height, 0, 0, side, side)
  return toDataUrl(canvas)
}

const middleOf = ({ width, height }: HTMLCanvasElement): Area => {
  const side = Math.min(width, height)
  return { x: (width - side) / 2, y: (height - side) / 2, width: side, height: side }
}

export interface CropDialogProps {
  picture: HTMLCanvasElement
  busy: boolean
  error: string | undefined
  t: Translate<ProfileTexts>
  onSave(dataUrl: string): void
  onClose(): void
}

export const CropDialog = ({ picture, busy, error, t, onSave, onClose }: CropDialogProps) => {
  useSheet(libraryCss)
  useSheet(css)
  const zoomId = useUiId()
  const shown = useMemo(() => toDataUrl(picture), [picture])
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState(() => middleOf(picture))
  return (
    <FormDialog
      open
      title={t('cropTitle')}
      description={t('cropText')}
      submitLabel={t('cropSave')}
      cancelLabel={t('cancel')}
      busy={busy}
      error={error}
      onSubmit={() => {
        onSave(cut(picture, area))
        return undefined
      }}
      onClose={onClose}
    >
      <div className="fe-crop">
        <Cropper
          image={shown}
          crop={crop}
          zoom={zoom}
          maxZoom={MAX_ZOOM}
          aspect={1}
          cropShape="round"
          showGrid={false}
          // Our shadow root adopts the sheet; the library's own style element would violate the page's content security
          // policy.
          disableAutomaticStylesInjection
          cropperProps={{ 'aria-label': t('cropArea'), role: 'application' }}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_, pixels) => setArea(pixels)}
        />
      </div>
      <label className="fe-crop-zoom" htmlFor={zoomId}>
        <span>{t('zoom')}</span>
        <input
          id={zoomId}
          type="range"
          min={1}
          max={MAX_ZOOM}
          step={0.05}
          value={zoom}
          onChange={(event) => setZoom(event.target.valueAsNumber)}
        />
      </label>
    </FormDialog>
  )
}
