import type { Me } from '../../entities/auth.ts'
import type { Slice } from '../../feature/slice.ts'
import { wait } from '../../kernel/clock.ts'
import { HttpError } from '../../kernel/errors.ts'
import { BUSY, failedWith, failureOf, IDLE } from '../../parts/failure/failure.ts'
import { wholeUser } from '../../rules/known-user.ts'
import { createProfileContext, type ProfileContext } from './profile.context.ts'
import { type ProfileDraft, toEdits } from './profile.draft.ts'
import { phoneActions } from './profile.phones.slice.ts'
import { stamped, toUpload } from './profile.picture.ts'
import {
  closeDialog,
  discarded,
  done,
  edited,
  initialProfile,
  loaded,
  noticed,
  openDialog,
  type ProfileState,
  saved,
  withPicture,
} from './profile.state.ts'

/** Number of attempts, two seconds apart; a refusal is not retried. */
const TRIES = 3
const BETWEEN_TRIES_MS = 2_000
const SERVER_TROUBLE = 500

const isPassing = (error: unknown): boolean => !(error instanceof HttpError) || error.status >= SERVER_TROUBLE

const loadActions = ({ api, apply, get, deps }: ProfileContext, loadPhones: () => Promise<void>) => {
  const fetchProfile = async (left = TRIES): Promise<Me> => {
    try {
      return wholeUser(await api.session.getProfile({ query: { addRoles: true } }))
    } catch (error) {
      if (left <= 1 || !isPassing(error)) throw error
      await wait(deps.clock, BETWEEN_TRIES_MS)
      return fetchProfile(left - 1)
    }
  }
  const load = async (): Promise<void> => {
    if (get().phase === 'failed') apply((state) => ({ ...state, phase: 'loading', failure: IDLE }))
    try {
      apply(loaded(await fetchProfile()))
    } catch (error) {
      apply((state) => ({ ...state, phase: 'failed', failure: failedWith(failureOf(error)) }))
    }
  }
  return {
    load,
    /** Opens the page and clears the data of a previous user. */
    async open(): Promise<void> {
      const { id } = deps.session.current().user ?? {}
      if (get().profile && get().profile?.id !== id) apply(() => initialProfile)
      await Promise.all([load(), loadPhones()])
    },
  }
}

const saveActions = ({ api, apply, get, deps }: ProfileContext) => {
  const put = async (edits: Partial<Me> | ReturnType<typeof toEdits>): Promise<Me> => {
    // The call replaces the whole profile.
    const updated = wholeUser(await api.session.updateProfile({ body: { ...get().profile, ...edits } }))
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

const build = (context: ProfileContext) => {
  const phones = phoneActions(context)
  const { put, isRefused, ...save } = saveActions(context)
  return {
    ...phones,
    ...loadActions(context, phones.loadPhones),
    ...save,
    ...dialogActions(context, { ...save, put, isRefused }),
  }
}

export type ProfileActions = ReturnType<typeof build>

export const profileSlice: Slice<ProfileState, ProfileActions> = (context) => build(createProfileContext(context))
