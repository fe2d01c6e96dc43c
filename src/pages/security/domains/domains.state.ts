import type { DomainCheck, DomainLine, DomainsCreation } from '../../../contract/restrictions.ts'
import type { DomainRestriction, DomainRestrictionConfig, ListType } from '../../../entities/policies.ts'
import type { FeatureProps } from '../../../feature/define.ts'
import type { Appearance } from '../../../feature/page-fields.ts'
import type { Translate } from '../../../i18n/messages.ts'
import { IDLE, type Progress } from '../../../parts/failure/failure.ts'
import { PAGE_AT_START, type PageState } from '../../../parts/page-kit/page-state.ts'
import type { GuardActions } from '../../../parts/policy-guard/guard.slice.ts'
import { GUARD_AT_REST, type GuardState } from '../../../parts/policy-guard/guard.state.ts'
import {
  emptyList,
  type ListPage,
  type ListQuery,
  type ListState,
  listQuery,
} from '../../../parts/record-list/list-state.ts'
import { NO_DOMAIN_RULES } from '../../../rules/email-domain.ts'
import type { FormTexts } from '../form/form.messages.ts'
import type { SecurityAbility } from '../security.state.ts'
import type { DomainsTexts } from './domains.messages.ts'

type DomainsNotice = 'saved' | 'added' | 'deleted' | 'failed' | 'unavailable'

export type DomainQuery = ListQuery<'domain'>

/** The dialog, with the lines of the last attempt if some of them weren't added. */
interface AddDialog {
  kind: 'add'
  lines?: readonly DomainLine[]
}

interface CheckState {
  busy: boolean
  /** The email that was checked, as it was typed. */
  email?: string
  result?: DomainCheck
  error?: string
}

export interface DomainsState extends PageState<SecurityAbility, AddDialog, DomainsNotice> {
  phase: 'loading' | 'ready' | 'failed'
  failure: Progress
  stored?: DomainRestrictionConfig
  draft: DomainRestrictionConfig
  /** Both lists, sorted by domain; the API returns them without paging. */
  all: readonly DomainRestriction[]
  list: ListState<DomainRestriction, DomainQuery>
  check: CheckState
  guard: GuardState
  /** Number of saves. */
  changes: number
}

export const domainQuery = listQuery(['domain'], { sort: 'domain', order: 'ASC' })

export const initialDomains: DomainsState = {
  ...PAGE_AT_START,
  phase: 'loading',
  failure: IDLE,
  draft: NO_DOMAIN_RULES,
  all: [],
  list: emptyList(domainQuery.initial),
  check: { busy: false },
  guard: GUARD_AT_REST,
  changes: 0,
}

type Change = (state: DomainsState) => DomainsState

export const isDirty = ({ stored, draft }: Pick<DomainsState, 'stored' | 'draft'>): boolean =>
  stored !== undefined &&
  (stored.active !== draft.active ||
    stored.listType !== draft.listType ||
    stored.blockPublicDomains !== draft.blockPublicDomains)

export const isBusy = ({ saving, guard }: Pick<DomainsState, 'saving' | 'guard'>): boolean =>
  saving || guard.step !== 'idle'

const byDomain = (left: DomainRestriction, right: DomainRestriction): number => (left.domain < right.domain ? -1 : 1)

/** Stores the loaded settings; unsaved changes are kept. */
export const loaded =
  (stored: DomainRestrictionConfig, all: readonly DomainRestriction[]): Change =>
  (state) => ({
    ...state,
    phase: 'ready',
    failure: IDLE,
    stored,
    draft: isDirty(state) ? state.draft : stored,
    all: [...all].sort(byDomain),
  })

export const saved =
  (stored: DomainRestrictionConfig): Change =>
  (state) => ({ ...state, stored, draft: stored, changes: state.changes + 1 })

export const withAdded =
  (rules: readonly DomainRestriction[]): Change =>
  (state) => {
    const known = new Set(state.all.map(({ id }) => id))
    const added = rules.filter(({ id }) => !known.has(id))
    return { ...state, all: [...state.all, ...added].sort(byDomain), changes: state.changes + 1 }
  }

export const withoutRule =
  (id: string): Change =>
  (state) => ({ ...state, all: state.all.filter((rule) => rule.id !== id), changes: state.changes + 1 })

const countOf = ({ all, list }: Pick<DomainsState, 'all' | 'list'>, type: ListType): number =>
  all.filter((rule) => rule.type === type && !list.leaving.includes(rule.id)).length

/** Returns a warning if the selected list is empty. */
export const warningOf = (state: DomainsState): 'emptyAllow' | 'emptyBlock' | undefined => {
  const { draft } = state
  if (state.phase !== 'ready' || !draft.active || countOf(state, draft.listType) > 0) return undefined
  if (draft.listType === 'ALLOW') return 'emptyAllow'
  return draft.blockPublicDomains ? undefined : 'emptyBlock'
}

/** Returns a page of the selected list, after search and sort. */
export const pageOf = ({ all, draft }: Pick<DomainsState, 'all' | 'draft'>, query: DomainQuery) => {
  const search = query.search.trim().toLowerCase()
  const found = all.filter(({ type, domain }) => type === draft.listType && domain.includes(search))
  if (query.order === 'DESC') found.reverse()
  const from = query.page * query.size
  return { items: found.slice(from, from + query.size), totalItems: found.length } satisfies ListPage<DomainRestriction>
}

/** Splits copied domains at line breaks, spaces, commas and semicolons. */
export const linesOf = (text: string): string[] => text.split(/[\s\x85,;]+/).filter((line) => line !== '')

export interface DomainsActions {
  open(search: string): Promise<void>
  follow(search: string): Promise<void>
  load(): Promise<void>
  edit(patch: Partial<DomainRestrictionConfig>): void
  discard(): void
  /** Returns `true` if the settings were saved. */
  save(): Promise<boolean>
  change(patch: Partial<DomainQuery>): void
  openAdd(): void
  closeDialog(): void
  /** Returns `true` if every line has a result. */
  add(lines: readonly string[], choice?: Pick<DomainsCreation, 'confirmed'>): Promise<boolean>
  remove(rule: DomainRestriction): void
  undo(id: string): void
  commit(id: string): void
  check(email: string): Promise<void>
  guard: GuardActions
  close(): void
}

export interface DomainsViewProps extends FeatureProps<DomainsState, DomainsActions, DomainsTexts> {
  form: Translate<FormTexts>
  failure: string | undefined
  appearanceOf(field: string): Appearance
  focus: string | undefined
  onSave(): Promise<void>
}
