import type { InviteLink } from '../../entities/team.ts'
import { messageOf } from '../../kernel/errors.ts'
import { isMissing, type UsersContext } from './users.context.ts'
import { allEmails } from './users.invite.ts'
import { DAY_SECONDS } from './users.members.slice.ts'
import {
  closeDialog,
  EMPTY_DRAFT,
  type InviteDraft,
  invitesDone,
  type LinkState,
  noticed,
  openDialog,
} from './users.state.ts'

const DAY_MINUTES = 1_440

/** A new link lasts 30 days. */
const LINK_MINUTES = 30 * DAY_MINUTES

const toNewUser = (email: string, draft: InviteDraft, isOnly: boolean) => ({
  email,
  roleIds: [...draft.roleIds],
  ...(isOnly && draft.name.trim() && { name: draft.name.trim() }),
  ...(isOnly && draft.phone.trim() && { phone: draft.phone.trim() }),
  ...(draft.days && { expirationInSeconds: draft.days * DAY_SECONDS }),
  provider: 'local' as const,
})

/** Inviting people by email. */
export const inviteActions = (
  context: UsersContext,
  { reloadFromStart, reloadAfterBulk }: Record<'reloadFromStart' | 'reloadAfterBulk', () => Promise<void>>,
) => {
  const { apply, get, api, deps, runJob } = context
  const viewerEmail = () => get().viewer?.email ?? ''

  /** Product events of api.md a.6. */
  const tellHost = (draft: InviteDraft, emails: readonly string[]) => {
    const expires = draft.days && { expirationInSeconds: draft.days * DAY_SECONDS }
    const [only] = emails
    if (emails.length === 1)
      deps.events.after('invite-member', {
        email: viewerEmail(),
        invitedUserEmail: only,
        ...(draft.name.trim() && { invitedUserFullName: draft.name.trim() }),
        ...(draft.phone.trim() && { invitedUserPhoneNumber: draft.phone.trim() }),
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
    deps.events.after('create-user', { userId: user?.id, email, roleIds: draft.roleIds })
  }

  return {
    openInvite(): void {
      deps.events.after('invite-click', { email: viewerEmail() })
      apply(openDialog({ kind: 'invite', draft: EMPTY_DRAFT, failures: [] }))
    },
    /** Seed 001 §4, bulk add: each address is tried by itself; those that fail stay in the form with the reason. */
    async invite(draft: InviteDraft): Promise<void> {
      const emails = allEmails(draft)
      if (!deps.events.before('create-user', { emails, roleIds: draft.roleIds })) return
      tellHost(draft, emails)
      const isOnly = emails.length === 1
      const result = await runJob('invite', emails, String, (email) => inviteOne(email, draft, isOnly))
      const failures = result.failed.map(({ failure }) => failure)
      apply(invitesDone([...result.failed.map(({ item }) => item), ...result.left], failures))
      if (result.done.length === 0) return
      apply(noticed('invited', { count: result.done.length, email: result.done[0] ?? '' }))
      await (isOnly ? reloadFromStart() : reloadAfterBulk())
    },
  }
}

/** The link by which anyone can join (flows §24). */
export const linkActions = ({ apply, api }: UsersContext) => {
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
      const link = config.tenantInvitationsAllowed ? await readLink() : undefined
      patch({
        phase: 'ready',
        allowed: config.tenantInvitationsAllowed,
        emailsEnabled: config.emailsEnabled,
        link: link?.token ? link : undefined,
      })
    } catch (error) {
      if (isMissing(error)) apply(closeDialog, (state) => ({ ...state, extras: { ...state.extras, link: false } }))
      else patch({ phase: 'failed', error: messageOf(error) })
    }
  }
  return {
    openLink(): Promise<void> {
      apply(openDialog({ kind: 'link' }))
      return loadLink()
    },
    loadLink,
    createLink: () =>
      change(async () => {
        const link = await api.team.createInviteLink({
          body: { expiresInMinutes: LINK_MINUTES, shouldSendEmail: false },
        })
        patch({ link })
        apply(noticed('linkCreated'))
      }),
    /** On at once, and off again when the API refuses. */
    emailOnJoin: (shouldSendEmail: boolean) => {
      const put = (answer: Partial<InviteLink>) =>
        apply((state) => ({
          ...state,
          link: { ...state.link, link: state.link.link && { ...state.link.link, ...answer } },
        }))
      put({ shouldSendEmail })
      return change(async () => {
        try {
          put({ ...(await api.team.updateInviteLink({ body: { shouldSendEmail } })), shouldSendEmail })
        } catch (error) {
          put({ shouldSendEmail: !shouldSendEmail })
          throw error
        }
      })
    },
    /** A new end, counted from now; the link itself stays the same. */
    renewLink: (days: number) =>
      change(async () => {
        const body = { expiresInMinutes: days * DAY_MINUTES }
        const { expires } = await api.team.updateInviteLink({ body })
        apply((state) => ({
          ...state,
          link: { ...state.link, link: state.link.link && { ...state.link.link, expires } },
        }))
        apply(noticed('linkRenewed'))
      }),
    revokeLink: () =>
      change(async () => {
        await api.team.deleteInviteLink()
        patch({ link: undefined })
        apply(noticed('linkRevoked'))
      }),
  }
}
