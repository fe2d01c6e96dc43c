import type { ReactNode } from 'react'
import type { Me } from '../../entities/auth.ts'
import type { FeatureProps } from '../../feature/define.ts'
import type { Slice } from '../../feature/slice.ts'
import type { Translate } from '../../i18n/messages.ts'
import { BUSY, failedWith, failureOf, IDLE } from '../../parts/failure/failure.ts'
import type { PostalAddressTexts } from '../../parts/postal-address/postal-address.messages.ts'
import { completeUser } from '../../rules/known-user.ts'
import { createProfileContext, loadActions, type ProfileContext } from './profile.calls.ts'
import { type ProfileDraft, type ProfileFields, toEdits } from './profile.draft.ts'
import type { ProfileTexts } from './profile.messages.ts'
import { phoneActions } from './profile.phone-actions.ts'
import {
  closeDialog,
  discarded,
  done,
  edited,
  noticed,
  openDialog,
  type ProfileState,
  saved,
  withPicture,
} from './profile.state.ts'

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

const saveActions = ({ api, apply, get, deps }: ProfileContext) => {
  const put = async (edits: Partial<Me> | ReturnType<typeof toEdits>): Promise<Me> => {
    // The call replaces the whole profile.
    const updated = completeUser(await api.session.updateProfile({ body: { ...get().profile, ...edits } }))
    // Updates the menu and every hook of the host.
    void deps.session.refresh().catch((error: unknown) => deps.log.warn('The session could not be read again', error))
    deps.events.after('update-profile', { id: updated.id, ...edits })
    return updated
  }
  const isRefused = (edits: object) => !deps.events.before('update-profile', { id: get().profile?.id, ...edits })

  return {
    edit: (patch: Partial<ProfileDraft>) => apply(edited(patch)),
    discard: () => apply(discarded),
    async save(): Promise<void> {
      const { profile, draft, saving } = get()
      if (!profile || saving.kind === 'busy') return
      const edits = toEdits(profile, draft)
      if (isRefused(edits)) return
      apply((state) => ({ ...state, saving: BUSY }))
      try {
        apply(saved(await put(edits)), noticed('saved'))
      } catch (error) {
        apply((state) => ({ ...state, saving: failedWith(failureOf(error)) }))
      }
    },
    /** Returns `true` if the picture was saved. Anything but a base64 image is ignored. */
    async savePicture(dataUrl: string): Promise<boolean> {
      const image = dataUrl === get().profile?.profilePictureUrl ? undefined : toUpload(dataUrl)
      if (!image || get().picture.kind === 'busy' || isRefused({ picture: true })) return false
      apply((state) => ({ ...state, picture: BUSY }))
      try {
        const url = await api.session.updateProfileImage({ body: image })
        const profilePictureUrl = stamped(url.trim(), deps.clock.now())
        apply(withPicture(await put({ profilePictureUrl })), noticed('pictureSaved'))
        return true
      } catch (error) {
        apply((state) => ({ ...state, picture: failedWith(failureOf(error)) }))
        return false
      }
    },
    forgetPictureFailure: () => apply((state) => ({ ...state, picture: IDLE })),
    openRemovePicture: () => apply(openDialog({ kind: 'removePicture' })),
    put,
    isRefused,
  }
}

const dialogActions = (context: ProfileContext, { put, isRefused }: ReturnType<typeof saveActions>) => {
  const { api, apply, get, deps, inDialog } = context
  return {
    closeDialog: () => apply(closeDialog),
    /** Called when the chunk of the dialogs failed to load. */
    dialogsMissing: () => {
      const { dialog } = get()
      apply(done, noticed('unavailable', dialog ? { retry: () => apply(openDialog(dialog)) } : {}))
    },
    removePicture: () =>
      inDialog(async () => {
        if (isRefused({ profilePictureUrl: null })) {
          apply(done)
          return undefined
        }
        apply(withPicture(await put({ profilePictureUrl: null })))
        return 'pictureRemoved'
      }),
    /**
     * Opens the dialog and loads the password rules. Without them the default rules are shown, and the server decides.
     */
    async openPassword(): Promise<void> {
      apply(openDialog({ kind: 'password' }))
      try {
        const rules = await api.password.getPasswordConfig({ query: { userId: get().profile?.id ?? '' } })
        apply((state) => ({ ...state, rules }))
      } catch (error) {
        deps.log.warn('The password rules could not be read', error)
      }
    },
    changePassword: (password: string, newPassword: string) =>
      inDialog(async () => {
        await api.password.changePassword({ body: { password, newPassword } })
        return 'passwordChanged'
      }),
  }
}

const createProfileActions = (context: ProfileContext) => {
  const phones = phoneActions(context)
  const { put, isRefused, ...save } = saveActions(context)
  return {
    ...phones,
    ...loadActions(context, phones.loadPhones),
    ...save,
    ...dialogActions(context, { ...save, put, isRefused }),
  }
}

export type ProfileActions = ReturnType<typeof createProfileActions>

export const profileSlice: Slice<ProfileState, ProfileActions> = (context) =>
  createProfileActions(createProfileContext(context))

export interface ProfileViewProps extends FeatureProps<ProfileState, ProfileActions, ProfileTexts> {
  tenant: string
  fields: ProfileFields
  /** Error messages by place. */
  failures: Readonly<Record<'page' | 'saving' | 'picture' | 'phones' | 'dialog', string | undefined>>
  addressTexts: Translate<PostalAddressTexts>
  /** Cards below those of the profile. */
  below?: ReactNode
}
