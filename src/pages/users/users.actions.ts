import type { Member } from '../../contract/users.ts'
import type { Slice } from '../../feature/slice.ts'
import { loadChunk } from '../../kernel/load-chunk.ts'
import { createRemoval } from '../../parts/page-kit/removal.ts'
import { nameOfUser } from '../../rules/user-name.ts'
import { createUsersContext, type Reloads, type UsersContext, type UsersTables } from './users.calls.ts'
import { type ImportEvent, isImporting } from './users.import.ts'
import type { InviteDraft } from './users.invite-form.ts'
import { listActions } from './users.list.ts'
import { isBelow, roleIdsOf, rolesFrom } from './users.member.ts'
import type { RareActions } from './users.rare-actions.ts'
import { editDraft, jobStopping, newDraft, replaceUser, type UsersActions, type UsersState } from './users.state.ts'

type WithRare = <Result>(run: (actions: RareActions) => Promise<Result>) => Promise<Result | undefined>

/** Runs actions of a separate chunk; immediately if it is already loaded. */
const loadRareActions = (context: UsersContext, reloads: Reloads): WithRare => {
  let loaded: RareActions | undefined
  const withRare: WithRare = async (run) => {
    loaded ??= await loadChunk(() => import('./users.rare-actions.ts')).then(
      ({ createRareActions }) => createRareActions(context, reloads),
      () => undefined,
    )
    if (loaded) return run(loaded)
    context.notify('unavailable', {}, { retry: () => withRare(run) })
    return undefined
  }
  return withRare
}

/** Actions that load with their first call, because few visits need them. */
const RARE = [
  'checkAccessChanges',
  'checkChanges',
  'addToAccounts',
  'addToGroups',
  'changeRoles',
  'createLink',
  'emailLink',
  'endSessions',
  'exportAll',
  'exportSelected',
  'extend',
  'invite',
  'loadActivity',
  'loadDetails',
  'loadGuaranteed',
  'loadLink',
  'loadSecurity',
  'loadSettings',
  'makePermanent',
  'removeFromAccount',
  'renewLink',
  'resendToAll',
  'resetMfa',
  'revokeLink',
  'saveGroups',
  'saveGroupsHere',
  'saveRolesHere',
  'saveSettings',
  'selectAll',
  'succeedGuarantor',
  'unlock',
] as const satisfies readonly (keyof RareActions)[]

type RareName = (typeof RARE)[number]

/** Returns the rare actions under their names, each of which loads the chunk if necessary. */
const rareActions = (withRare: WithRare) => {
  const call =
    (name: RareName) =>
    (...given: unknown[]) =>
      withRare((actions) => (actions[name] as (...given: unknown[]) => Promise<unknown>)(...given))
  return Object.fromEntries(RARE.map((name) => [name, call(name)])) as unknown as Pick<UsersActions, RareName> // by name
}

/** Creates the actions for users in the list. */
const memberActions = (context: UsersContext, { reload, reloadFigures }: Reloads, withRare: WithRare) => {
  const { apply, get, api, before, forOne, runJob, notify, closeDialog, saveRoles } = context

  /**
   * Shows the change at once and reverts it if the server refuses. The call is kept alive, so that leaving the page
   * doesn't lose it.
   */
  const saveRolesAtOnce = async (member: Member, roleIds: readonly string[]): Promise<void> => {
    const { id, roles } = member
    closeDialog()
    apply(replaceUser(id, { roles: rolesFrom(get().roles, roleIds, roles) }))
    const isSaved = await forOne(
      { id, label: nameOfUser(member) },
      () => saveRoles(member, roleIds, { keepalive: true }),
      'rolesSaved',
      () => saveRolesAtOnce(member, roleIds),
    )
    if (isSaved) await reloadFigures()
    else apply(replaceUser(id, { roles }))
  }

  const resendTo = (member: Member) =>
    member.activatedForTenant === false
      ? api.team.resendInvitation({ body: { email: member.email, provider: 'local' } })
      : api.team.resendActivation({ path: { userId: member.id }, body: {} })

  const { remove, ...removal } = createRemoval<Member, UsersState, UsersTables>(context, {
    event: 'delete-user',
    detailOf: ({ id, email }) => ({ userId: id, email }),
    nameOf: nameOfUser,
    remove: ({ id }, options) => api.team.deleteMember({ path: { userId: id } }, options),
    notice: 'removed',
    failed: 'removalFailed',
    done: reload,
  })

  return {
    ...removal,
    remove: (members: readonly Member[]) => remove(...members.filter(({ id }) => id !== get().viewer?.id)),
    async saveRoles(member: Member, roleIds: readonly string[]): Promise<boolean | undefined> {
      if (!before('update-user', { userId: member.id, roleIds, before: roleIdsOf(member) })) return undefined
      if (isBelow(member, get().viewer)) return withRare((actions) => actions.saveRolesBelow(member, roleIds))
      await saveRolesAtOnce(member, roleIds)
      return undefined
    },
    async resend(members: readonly Member[]): Promise<void> {
      const [only] = members
      if (only && members.length === 1) {
        await forOne({ id: only.id, label: nameOfUser(only) }, () => resendTo(only), 'resent')
        return
      }
      const { done } = await runJob('resend', members, nameOfUser, resendTo)
      if (done.length > 0) notify('resent', { count: done.length, name: nameOfUser(done[0]) })
    },
  }
}

type ImportMapping = Extract<ImportEvent, { type: 'mapped' }>['patch']

/** The import, with its transitions and the CSV reader, is a separate chunk, because few visits import users. */
const importImportActions = () => import('./users.import-actions.ts')

/** Creates the actions of the import dialog. Every step is a transition of the page's state. */
const importActions = (context: UsersContext, { reloadFromStart }: Reloads) => {
  const { get, closeDialog, notify } = context
  const work = async (run: (loaded: Awaited<ReturnType<typeof importImportActions>>) => Promise<void> | void) => {
    const loaded = await loadChunk(importImportActions).catch(() => undefined)
    if (loaded) await run(loaded)
    else notify('unavailable')
  }
  const send = (event: ImportEvent) => work(({ sendTo }) => sendTo(context)(event))
  return {
    importFile: (file: File) => work(({ chooseFile }) => chooseFile(context, file)),
    mapImport: (patch: ImportMapping) => send({ type: 'mapped', patch }),
    checkImport: () => work(({ checkFile }) => checkFile(context)),
    runImport: () => work(({ runImport }) => runImport(context)),
    stopImport: () => send({ type: 'stopRequested' }),
    restartImport: () => send({ type: 'restarted' }),
    /** Closes the dialog unless work is running, and shows the invited users. */
    async closeImport(): Promise<void> {
      const { importing } = get()
      if (isImporting(importing)) return
      closeDialog()
      if (importing.step === 'done' || importing.step === 'stopped')
        await reloadFromStart(importing.ready.map(({ email }) => email))
    },
  }
}

export const usersSlice: Slice<UsersState, UsersActions> = (given) => {
  const context = createUsersContext(given)
  const { apply, openDialog, closeDialog, dialogsMissing } = context
  const list = listActions(context)
  const withRare = loadRareActions(context, list)
  const { commitAll, ...members } = memberActions(context, list, withRare)
  return {
    openDialog,
    closeDialog,
    dialogsMissing,
    ...list,
    ...members,
    ...rareActions(withRare),
    ...importActions(context, list),
    editDraft: (patch: Partial<InviteDraft>) => apply(editDraft(patch)),
    stopJob: () => apply(jobStopping),
    dropError: () => apply((state) => ({ ...state, formError: undefined })),
    dropJob: () => apply((state) => ({ ...state, job: undefined })),
    openInvite(): void {
      const { deps, get } = context
      deps.events.after('invite-click', { email: deps.session.current().user?.email ?? '' })
      openDialog({ kind: 'invite', draft: newDraft(get().roles), failures: [] })
    },
    close(): void {
      commitAll()
      list.stop()
      context.leave()
    },
  }
}
