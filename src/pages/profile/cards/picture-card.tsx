import { type ChangeEvent, type ComponentType, useRef, useState } from 'react'
import { loadChunk } from '../../../kernel/load-chunk.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Avatar } from '../../../ui/avatar/avatar.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { ShownDomain } from '../../../ui/shown-domain/shown-domain.tsx'
import type { CropDialogProps } from '../dialogs/crop-dialog.tsx'
import type { ProfileViewProps } from '../profile.actions.ts'

type Step =
  | { step: 'idle' }
  | { step: 'opening' }
  | { step: 'missing' | 'unreadable' }
  | { step: 'cropping'; picture: HTMLCanvasElement; Dialog: ComponentType<CropDialogProps> }

/** Loads the editor and its library only after a picture was selected, so that the page's chunk stays small. */
const useCropper = () => {
  const [state, setState] = useState<Step>({ step: 'idle' })
  const open = async (file: File) => {
    setState({ step: 'opening' })
    const editor = await loadChunk(() => import('../dialogs/crop-dialog.tsx')).catch(() => undefined)
    if (!editor) return setState({ step: 'missing' })
    const picture = await editor.readPicture(file).catch(() => undefined)
    setState(picture ? { step: 'cropping', picture, Dialog: editor.CropDialog } : { step: 'unreadable' })
  }
  return { state, open, close: () => setState({ step: 'idle' }) }
}

const Chooser = ({
  state,
  actions,
  t,
  onFile,
  busy,
}: ProfileViewProps & { onFile(file: File): void; busy: boolean }) => {
  const input = useRef<HTMLInputElement>(null)
  const hasPicture = Boolean(state.profile?.profilePictureUrl)
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    // Cleared so that the same file can be selected again.
    target.value = ''
    if (file) onFile(file)
  }
  return (
    <div className="fe-profile-buttons">
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/gif,image/webp"
        hidden
        data-fe-picture=""
        onChange={choose}
      />
      <Button icon="upload" busy={busy} onClick={() => input.current?.click()}>
        {t(hasPicture ? 'changeImage' : 'uploadImage')}
      </Button>
      {hasPicture && (
        <Button variant="ghost" disabled={busy} onClick={actions.openRemovePicture}>
          {t('removeImage')}
        </Button>
      )}
    </div>
  )
}

export const PictureCard = (props: ProfileViewProps) => {
  const { state, actions, t, failures } = props
  const { profile } = state
  const { state: crop, open, close } = useCropper()
  const problem =
    (crop.step === 'missing' && t('cropperMissing')) || (crop.step === 'unreadable' && t('notAPicture')) || undefined
  const finish = async (dataUrl: string) => {
    if (await actions.savePicture(dataUrl)) close()
  }
  return (
    <Card>
      <div className="fe-profile-picture">
        <span className="fe-profile-face">
          <Avatar name={profile?.name || profile?.email || ''} src={profile?.profilePictureUrl} size="l" />
        </span>
        <div className="fe-profile-picture-text">
          <p className="fe-profile-picture-name">
            <ShownDomain text={profile?.name || profile?.email || ''} />
          </p>
          <p className="fe-profile-muted">{t('pictureHint')}</p>
        </div>
        <Chooser {...props} busy={crop.step === 'opening'} onFile={(file) => void open(file)} />
      </div>
      {problem && (
        <div className="fe-profile-gap">
          <Alert tone="danger">{problem}</Alert>
        </div>
      )}
      {crop.step === 'cropping' && (
        <crop.Dialog
          picture={crop.picture}
          busy={state.picture.kind === 'busy'}
          error={failures.picture}
          t={t}
          onSave={(dataUrl) => void finish(dataUrl)}
          onClose={() => {
            actions.forgetPictureFailure()
            close()
          }}
        />
      )}
    </Card>
  )
}
