import { itemsOf } from '../../../contract/items-of.ts'
import {
  type DomainLine,
  type DomainsCreation,
  domainRestrictions,
  emailDomains,
} from '../../../contract/restrictions.ts'
import type { DomainRestriction, DomainRestrictionConfig, ListType } from '../../../entities/policies.ts'
import type { Slice, SliceContext } from '../../../feature/slice.ts'
import { HttpError, messageOf } from '../../../kernel/errors.ts'
import { failedWith, failureOf, IDLE } from '../../../parts/failure/failure.ts'
import { createPageContext, type PageContext, recordList } from '../../../parts/page-kit/page-context.ts'
import { createRemoval } from '../../../parts/page-kit/removal.ts'
import { createGuard } from '../../../parts/policy-guard/guard.slice.ts'
import { normalizeDomain } from '../../../rules/email-domain.ts'
import {
  type DomainQuery,
  type DomainsActions,
  type DomainsState,
  domainQuery,
  initialDomains,
  isBusy,
  isDirty,
  loaded,
  pageOf,
  saved,
  withAdded,
  withoutRule,
} from './domains.state.ts'

const tables = { domainRestrictions, emailDomains }

type DomainsTables = typeof tables
type DomainsContext = PageContext<DomainsState, DomainsTables>

const createDomainsContext = (context: SliceContext<DomainsState>): DomainsContext =>
  createPageContext(context, { tables, initial: initialDomains })

const CONFLICT = 409
const BAD_REQUEST = 400

type Context = Pick<DomainsContext, 'api' | 'known'>

const addOne = async ({ api }: Context, line: string, type: ListType): Promise<DomainLine> => {
  const domain = normalizeDomain(line)
  if (domain === undefined) return { line, status: 'invalid' }
  try {
    return {
      line,
      status: 'created',
      restriction: await api.domainRestrictions.createDomain({ body: { domain, type } }),
    }
  } catch (error) {
    const status = error instanceof HttpError ? error.status : undefined
    if (status === CONFLICT) return { line, status: 'exists' }
    if (status === BAD_REQUEST) return { line, status: 'invalid' }
    throw error
  }
}

/** Adds all domains with one call, or one after another if the backend lacks that call. */
const addDomains = (context: Context, body: DomainsCreation): Promise<readonly DomainLine[]> =>
  context.known(
    'createDomains',
    async () => (await context.api.emailDomains.createDomains({ body })).lines,
    async () => {
      const added: DomainLine[] = []
      for (const line of body.domains) added.push(await addOne(context, line, body.type))
      return added
    },
  )

const configActions = (context: DomainsContext, show: () => void) => {
  const { get, api, apply, submit, before, after, notify } = context
  const guard = createGuard(context)
  const edit = (patch: Partial<DomainRestrictionConfig>) => {
    apply((state) => ({ ...state, draft: { ...state.draft, ...patch } }))
    if (patch.listType !== undefined) show()
  }
  return {
    guard,
    edit,
    discard: () => {
      const { stored } = get()
      apply((state) => ({ ...state, formError: undefined }))
      if (stored) edit(stored)
    },
    async save(): Promise<boolean> {
      const { draft } = get()
      if (isBusy(get()) || !isDirty(get())) return false
      const { listType: type, ...rest } = draft
      const value = { ...rest, type }
      if (!before('update-policy', { policy: 'domains', ...value })) return false
      if (!(await guard.allows({ kind: 'domains', value }))) return false
      return submit(async () => {
        await api.domainRestrictions.updateDomainConfig({ body: value })
        apply(saved(draft))
        notify('saved')
        after('update-policy', { policy: 'domains', ...value })
      })
    },
  }
}

const isCreated = ({ status }: DomainLine): boolean => status === 'created'

const addActions = (context: DomainsContext, show: () => void) => {
  const { get, apply, openDialog, closeDialog, notify, before, after } = context
  const shown = (lines: readonly DomainLine[]) => {
    const added = lines.filter(isCreated)
    apply((state) => ({ ...state, saving: false }))
    apply(withAdded(added.flatMap(({ restriction }) => restriction ?? [])))
    show()
    if (added.length < lines.length) return openDialog({ kind: 'add', lines })
    closeDialog()
    notify('added', { count: added.length, name: added[0]?.restriction?.domain ?? added[0]?.line ?? '' })
  }
  return {
    openAdd: () => openDialog({ kind: 'add' }),
    closeDialog,
    async add(lines: readonly string[], choice: Pick<DomainsCreation, 'confirmed'> = {}): Promise<boolean> {
      const type = get().draft.listType
      const detail = { policy: 'domains', type, domains: lines }
      if (get().saving || lines.length === 0 || !before('create-policy', detail)) return false
      apply((state) => ({ ...state, saving: true, formError: undefined }))
      try {
        const results = await addDomains(context, { domains: [...lines], type, ...choice })
        shown(results)
        if (results.some(isCreated)) after('create-policy', detail)
        return true
      } catch (error) {
        apply((state) => ({ ...state, saving: false, formError: messageOf(error) }))
        return false
      }
    },
  }
}

const checkActions = ({ api, apply, known }: DomainsContext) => {
  let latest = 0
  return {
    async check(email: string): Promise<void> {
      latest += 1
      const own = latest
      apply((state) => ({ ...state, check: { busy: true, email } }))
      const put = (outcome: Partial<DomainsState['check']>) => {
        if (own === latest) apply((state) => ({ ...state, check: { busy: false, email, ...outcome } }))
      }
      try {
        const call = () => api.emailDomains.verifyEmail({ body: { email } })
        const result = await known('verifyEmail', call, async () => undefined)
        put(result ? { result } : {})
      } catch (error) {
        put({ error: messageOf(error) })
      }
    },
  }
}

export const domainsSlice: Slice<DomainsState, DomainsActions> = (sliceContext) => {
  const context = createDomainsContext(sliceContext)
  const { get, api, apply, start, leave } = context
  const list = recordList<DomainRestriction, DomainQuery, DomainsState, DomainsTables>(context, {
    fetchPage: async (query) => pageOf(get(), query),
  })
  const show = () => void list.show({ ...get().list.query, page: 0 })
  const load = async (): Promise<void> => {
    if (get().phase === 'failed') apply((state) => ({ ...state, phase: 'loading', failure: IDLE }))
    try {
      const { getDomainConfig, listDomains } = api.domainRestrictions
      const [config, rules] = await Promise.all([getDomainConfig(), listDomains()])
      apply(loaded(config, itemsOf(rules)))
      await list.reload()
    } catch (error) {
      apply((state) => ({ ...state, phase: 'failed', failure: failedWith(failureOf(error)) }))
    }
  }
  const { commitAll, ...removal } = createRemoval<DomainRestriction, DomainsState, DomainsTables>(context, {
    event: 'delete-policy',
    detailOf: ({ id, domain, type }) => ({ policy: 'domains', id, domain, type }),
    nameOf: ({ domain }) => domain,
    async remove({ id }, options) {
      await api.domainRestrictions.deleteDomain({ path: { id } }, options)
      apply(withoutRule(id))
    },
    notice: 'deleted',
    failed: 'failed',
    done: () => list.reload(),
  })
  const queryFrom = (search: string): DomainQuery => domainQuery.read(new URLSearchParams(search))
  const { guard, ...own } = configActions(context, show)
  return {
    ...own,
    ...addActions(context, show),
    ...checkActions(context),
    ...removal,
    guard,
    load,
    change: (patch) => void list.change(patch),
    async open(search) {
      start()
      apply((state) => ({ ...state, check: { busy: false }, list: { ...state.list, query: queryFrom(search) } }))
      if (get().viewer?.may.readDomains !== false) await load()
    },
    follow: (search) => list.show(queryFrom(search)),
    close() {
      guard.cancel()
      list.stop()
      commitAll()
      leave()
    },
  }
}
