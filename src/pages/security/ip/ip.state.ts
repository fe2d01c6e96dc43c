import type { IpLineResult, IpRestriction, IpTest, ListType } from '../../../entities/policies.ts'
import type { FeatureProps } from '../../../feature/define.ts'
import type { Appearance } from '../../../feature/page-fields.ts'
import type { Translate } from '../../../i18n/messages.ts'
import { IDLE, type Progress } from '../../../parts/failure/failure.ts'
import { PAGE_AT_START, type PageState } from '../../../parts/page-kit/page-state.ts'
import type { GuardActions } from '../../../parts/policy-guard/guard.slice.ts'
import { GUARD_AT_REST, type GuardState } from '../../../parts/policy-guard/guard.state.ts'
import { emptyList, type ListQuery, type ListState } from '../../../parts/record-list/list-state.ts'
import { splitLines } from '../../../rules/line-breaks.ts'
import type { FormTexts } from '../form/form.messages.ts'
import type { SecurityAbility } from '../security.state.ts'
import type { IpTexts } from './ip.messages.ts'

/** Number of rules that fit on the card; the full list shows ten per page. */
export const CARD_ROWS = 4
export const PAGE_ROWS = 10

export const MAX_LINES = 1_000

export type IpAbility = 'read' | 'write' | 'remove'

type IpDialog = { kind: 'add' } | { kind: 'paste' } | { kind: 'edit'; rule: IpRestriction }

type IpNotice = 'saved' | 'added' | 'updated' | 'removed' | 'failed' | 'unavailable'

export interface IpQuery extends ListQuery<'createdAt'> {
  strategy: ListType
}

export interface IpState extends PageState<SecurityAbility, IpDialog, IpNotice> {
  phase: 'loading' | 'ready' | 'failed'
  failure: Progress
  may: Readonly<Record<IpAbility, boolean>>
  config: { isActive: boolean; strategy: ListType }
  list: ListState<IpRestriction, IpQuery>
  /** The user's own IP address, if the server returns it. */
  myIp: string | undefined
  /** Whether the allow list allows it. */
  isMyIpAllowed: boolean
  test: { phase: 'idle' | 'busy' | 'done'; result?: IpTest; error?: string }
  /** The results of the pasted lines. */
  results: readonly IpLineResult[] | undefined
  guard: GuardState
  /** Number of saved changes. */
  saves: number
}

export const initialIp: IpState = {
  ...PAGE_AT_START,
  phase: 'loading',
  failure: IDLE,
  may: { read: false, write: false, remove: false },
  config: { isActive: false, strategy: 'ALLOW' },
  list: emptyList({ search: '', sort: 'createdAt', order: 'DESC', page: 0, size: CARD_ROWS, strategy: 'ALLOW' }),
  myIp: undefined,
  isMyIpAllowed: false,
  test: { phase: 'idle' },
  results: undefined,
  guard: GUARD_AT_REST,
  saves: 0,
}

export const isBusy = ({ saving, guard }: Pick<IpState, 'saving' | 'guard'>): boolean => saving || guard.step !== 'idle'

export interface PastedLine {
  ip: string
  description: string
}

/** Returns the lines of a pasted list; text after the address is its description. */
export const linesOf = (text: string): PastedLine[] =>
  splitLines(text).flatMap((line) => {
    const [, ip = '', rest = ''] = line.trim().match(/^([^\s,;]+)[\s,;]*(.*)$/) ?? []
    return ip === '' || ip.startsWith('#') ? [] : [{ ip, description: rest.trim() }]
  })

/** Returns the refused lines, so that they can be corrected. */
export const linesToCorrect = (lines: readonly PastedLine[], results: readonly IpLineResult[]): string =>
  lines
    .filter((_, at) => results[at]?.outcome === 'refused')
    .map(({ ip, description }) => [ip, description].filter(Boolean).join(' '))
    .join('\n')

interface IpListActions {
  change(patch: Partial<IpQuery>): Promise<void>
  reload(): Promise<void>
  showList(strategy: ListType): Promise<void>
  showAll(isAll: boolean): Promise<void>
  /** Loads the user's own IP address, and whether the allow list allows it. */
  loadMyIp(): Promise<void>
}

interface IpChangeActions {
  configure(config: IpState['config']): Promise<boolean>
  add(rule: PastedLine): Promise<boolean>
  addMyIp(description: string): Promise<boolean>
  /** Adds every valid line and returns the result of each. */
  paste(lines: readonly PastedLine[]): Promise<readonly IpLineResult[] | undefined>
  update(rule: IpRestriction, patch: { isActive?: boolean; description?: string }): Promise<boolean>
  remove(rule: IpRestriction): Promise<void>
  undo(id: string): void
  commit(id: string): void
}

export interface IpActions extends IpListActions, IpChangeActions {
  open(): Promise<void>
  load(): Promise<void>
  /** Checks whether an IP address is allowed. */
  test(ip: string): Promise<void>
  openDialog(dialog: IpDialog): void
  closeDialog(): void
  guard: GuardActions
  close(): void
}

export interface IpViewProps extends FeatureProps<IpState, IpActions, IpTexts> {
  form: Translate<FormTexts>
  failure: string | undefined
  appearance: Appearance
  tenant: string
  focus: string | undefined
}

/** Returns whether the user can change rules; otherwise values replace the controls. */
export const mayWrite = ({ appearance, state }: Pick<IpViewProps, 'appearance' | 'state'>): boolean =>
  appearance === 'edit' && state.may.write

export const mayRemove = ({ appearance, state }: Pick<IpViewProps, 'appearance' | 'state'>): boolean =>
  appearance === 'edit' && state.may.remove
