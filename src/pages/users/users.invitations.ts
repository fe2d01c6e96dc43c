import { messageOf } from '../../kernel/errors.ts'
import { isMissing } from '../../parts/page-kit/page-context.ts'
import { invitedPhone } from '../../parts/phone/invited-phone.ts'
import { normalizeName } from '../../rules/names.ts'
import type { Reloads, UsersContext } from './users.calls.ts'
import { allEmails, type InviteDraft } from './users.invite-form.ts'
import { DAY_SECONDS } from './users.member.ts'
import { type InvitationSettings, invitesDone, type LinkState } from './users.state.ts'

const toNewUser = (email: string, draft: InviteDraft, isOnly: boolean) => ({
  email,
  roleIds: [...draft.roleIds],
  ...(isOnly && normalizeName(draft.name) && { name: normalizeName(draft.name) }),
  ...(isOnly && invitedPhone(draft.phone) && { phone: invitedPhone(draft.phone) }),
  ...(draft.days && { expirationInSeconds: draft.days * DAY_SECONDS }),
  provider: 'local' as const,
})

/** Creates the actions that invite users by email. */
export const inviteActions = (context: UsersContext, { reloadFromStart, reloadAfterBulk }: Reloads) => {
  const { apply, api, deps, before, after, notify, runJob } = context
  const viewerEmail = () => deps.session.current().user?.email ?? ''

  /** Raises product events for the host. */
  const raiseInvited = (draft: InviteDraft, emails: readonly string[]) => {
    const expires = draft.days && { expirationInSeconds: draft.days * DAY_SECONDS }
    const [only] = emails
    if (emails.length === 1)
      deps.events.after('invite-member', {
        email: viewerEmail(),
        invitedUserEmail: only,
        ...(normalizeName(draft.name) && { invitedUserFullName: normalizeName(draft.name) }),
        ...(invitedPhone(draft.phone) && { invitedUserPhoneNumber: invitedPhone(draft.phone) }),
        invitedUserRoles: draft.roleIds,
        ...expires,
      })
    else
      deps.events.after('invite-members', {
        email: viewerEmail(),
        invitedUserEmails: emails,
        invitedUsersRoles: draft.roleIds,
        ...expires,
      })
  }

  const inviteOne = async (email: string, draft: InviteDraft, isOnly: boolean) => {
    const user = await api.team.addUser({ body: toNewUser(email, draft, isOnly) })
    after('create-user', { userId: user?.id, email, roleIds: draft.roleIds })
  }

  return {
    /** Invites each email separately; failed ones stay in the form with the reason. */
    async invite(draft: InviteDraft): Promise<void> {
      const emails = allEmails(draft)
      if (!before('create-user', { emails, roleIds: draft.roleIds })) return
      raiseInvited(draft, emails)
      const isOnly = emails.length === 1
      const result = await runJob('invite', emails, String, (email) => inviteOne(email, draft, isOnly))
      const failures = result.failed.map(({ failure }) => failure)
      apply(invitesDone([...result.failed.map(({ item }) => item), ...result.left], failures))
      if (result.done.length === 0) return
      notify('invited', { count: result.done.length, email: result.done[0] ?? '' })
      await (isOnly ? reloadFromStart(result.done) : reloadAfterBulk(result.done))
    },
  }
}

const DAY_MINUTES = 1_440

/** A new link lasts 30 days. */
const LINK_MINUTES = 30 * DAY_MINUTES

/** Creates the actions of the link that lets anyone join. */
export const inviteLinkActions = ({ apply, api, notify, closeDialog }: UsersContext) => {
  const patch = (change: Partial<LinkState>) => apply((state) => ({ ...state, link: { ...state.link, ...change } }))
  const change = async (work: () => Promise<void>) => {
    patch({ busy: true, error: undefined })
    try {
      await work()
      patch({ busy: false })
    } catch (error) {
      patch({ busy: false, error: messageOf(error) })
    }
  }
  const readLink = async () => {
    try {
      return await api.team.getInviteLink()
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }
  const loadLink = async () => {
    patch({ phase: 'loading', error: undefined })
    try {
      const config = await api.team.getInviteLinkConfig()
      // Requesting a link that doesn't exist would log an error in the browser's console.
      const isOffered = config.tenantInvitationsAllowed && config.hasInviteLink !== false
      const link = isOffered ? await readLink() : undefined
      patch({
        phase: 'ready',
        allowed: config.tenantInvitationsAllowed,
        emailsEnabled: config.emailsEnabled,
        link: link?.token ? link : undefined,
      })
    } catch (error) {
      if (isMissing(error)) {
        closeDialog()
        apply((state) => ({ ...state, extras: { ...state.extras, link: false } }))
      } else patch({ phase: 'failed', error: messageOf(error) })
    }
  }
  return {
    loadLink,
    createLink: () =>
      change(async () => {
        const link = await api.team.createInviteLink({
          body: { expiresInMinutes: LINK_MINUTES, shouldSendEmail: false },
        })
        patch({ link })
        notify('linkCreated')
      }),
    /** Sends the link to the user who created it. */
    emailLink: () =>
      change(async () => {
        await api.team.updateInviteLink({ body: { shouldSendEmail: true } })
        notify('linkEmailed')
      }),
    /** Sets a new expiry, counted from now; the link stays the same. */
    renewLink: (days: number) =>
      change(async () => {
        const body = { expiresInMinutes: days * DAY_MINUTES }
        const { expires } = await api.team.updateInviteLink({ body })
        apply((state) => ({
          ...state,
          link: { ...state.link, link: state.link.link && { ...state.link.link, expires } },
        }))
        notify('linkRenewed')
      }),
    revokeLink: () =>
      change(async () => {
        await api.team.deleteInviteLink()
        patch({ link: undefined })
        notify('linkRevoked')
      }),
  }
}

/**
 * Creates the actions that set how users join. The original API can only read this configuration; the writing calls are
 * additions.
 */
export const settingsActions = ({
  apply,
  api,
  get,
  submit,
  notify,
  closeDialog,
  openDialog,
  failWith,
}: UsersContext) => ({
  async loadSettings(): Promise<void> {
    try {
      const [links, temporary] = await Promise.all([api.team.getInviteLinkConfig(), api.team.getTemporaryUserConfig()])
      const settings: InvitationSettings = {
        tenantInvitationsAllowed: links.tenantInvitationsAllowed === true,
        emailsEnabled: links.emailsEnabled === true,
        temporary: temporary.enabled === true,
      }
      apply((state) => ({ ...state, settings }))
    } catch (error) {
      const { dialog } = get()
      closeDialog()
      failWith('settingsFailed', { name: '', error, ...(dialog && { retry: () => openDialog(dialog) }) })
    }
  },
  async saveSettings({ temporary, ...links }: InvitationSettings): Promise<void> {
    const old = get().settings
    const isChanged =
      links.tenantInvitationsAllowed !== old?.tenantInvitationsAllowed || links.emailsEnabled !== old.emailsEnabled
    const isSaved = await submit(async () => {
      if (isChanged) await api.inviteLinkConfiguration.updateInviteLinkConfig({ body: links })
      if (temporary !== old?.temporary)
        await api.temporaryUserConfiguration.updateTemporaryUserConfig({ body: { enabled: temporary } })
    })
    if (!isSaved) return
    apply((state) => ({ ...state, extras: { ...state.extras, temporary } }))
    notify('settingsSaved')
  },
})
