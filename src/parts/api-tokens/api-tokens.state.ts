import type { MachineToMachineStrategy } from '../../entities/portal.ts'
import { emptyList, type ListQuery, type ListState, listQueryFrom, writeListQuery } from '../record-list/list-state.ts'
import type { Notice } from '../undo/use-notices.ts'
import type { Viewer } from '../viewer/viewer.ts'

export type TokenKind = MachineToMachineStrategy
export type Ability = 'create' | 'revoke'

/** A token of either kind; its description is its name. */
export interface ApiToken {
  id: string
  kind: TokenKind
  name: string
  createdAt: string
  expires: string | null
  /** `undefined`: this backend does not say. */
  lastUsedAt?: string | null | undefined
  roleIds: readonly string[]
  createdByUserId?: string | undefined
}

export interface TokenDraft {
  description: string
  roleIds: readonly string[]
  /** `null`: never expires. */
  days: number | null
}

/** api.md f.3: never, 1, 7, 30, 90 or 365 days. */
export const EXPIRY_DAYS = [1, 7, 30, 90, 365] as const

/** A token that nobody looks after should not live for ever. */
const DEFAULT_DAYS = 90

export const EMPTY_DRAFT: TokenDraft = { description: '', roleIds: [], days: DEFAULT_DAYS }

const MINUTES_A_DAY = 1_440

/** Seed 001 §5: entered in days, sent in minutes. */
export const minutesOf = (days: number | null): number | null => (days === null ? null : days * MINUTES_A_DAY)

export const LONGEST_DESCRIPTION = 200

export type Problem = 'descriptionIsRequired' | 'descriptionIsTooLong' | 'rolesIsRequired'

/** What stands in the way of saving; an account's token can do nothing without a role. */
export const problemsOf = (
  draft: Pick<TokenDraft, 'description' | 'roleIds'>,
  hasRoles: boolean,
): { description?: Problem; roles?: Problem } => {
  const length = draft.description.trim().length
  return {
    ...(length === 0 && { description: 'descriptionIsRequired' as const }),
    ...(length > LONGEST_DESCRIPTION && { description: 'descriptionIsTooLong' as const }),
    ...(hasRoles && draft.roleIds.length === 0 && { roles: 'rolesIsRequired' as const }),
  }
}

export type TokensDialog =
  | { kind: 'create' }
  | { kind: 'secret'; token: ApiToken; secret: string }
  | { kind: 'edit'; token: ApiToken }
  | { kind: 'revoke'; token: ApiToken }

export type NoticeKey = 'revoked' | 'saved' | 'failed' | 'gone'

export interface RoleOption {
  id: string
  name: string
  description: string
}

export interface TokensState {
  viewer?: Viewer<Ability>
  list: ListState<ApiToken>
  /** Which kind is made here; `undefined`: none at all. */
  kind?: TokenKind | undefined
  roles: readonly RoleOption[]
  /** Names of those who made the tokens, by user id. */
  makers: Readonly<Record<string, string>>
  /** Whether this backend can change tokens, by a call that the wire lacks. */
  canEdit: boolean
  dialog: TokensDialog | null
  saving: boolean
  /** What the server said to the open form. */
  formError?: string | undefined
  notice?: Notice<NoticeKey>
}

/** Flows §26: newest first. */
const NEWEST = { sort: 'createdAt', order: 'DESC' } as const

const listAtStart = () => {
  const list = emptyList<ApiToken>()
  return { ...list, query: { ...list.query, ...NEWEST } }
}

export const initialTokens: TokensState = {
  list: listAtStart(),
  roles: [],
  makers: {},
  canEdit: true,
  dialog: null,
  saving: false,
}

export const isExpired = (token: Pick<ApiToken, 'expires'>, now: number): boolean =>
  token.expires !== null && Date.parse(token.expires) <= now

type Transition = (state: TokensState) => TokensState

export const openDialog =
  (dialog: TokensDialog): Transition =>
  (state) => ({ ...state, dialog, saving: false, formError: undefined })

/** While a call is under way the dialog stays, so that its answer has a place. */
export const closeDialog: Transition = (state) =>
  state.saving ? state : { ...state, dialog: null, formError: undefined }

export const saving: Transition = (state) => ({ ...state, saving: true, formError: undefined })

export const refused =
  (formError: string): Transition =>
  (state) => ({ ...state, saving: false, formError })

export const created =
  (token: ApiToken, secret: string): Transition =>
  (state) => ({ ...state, saving: false, dialog: { kind: 'secret', token, secret } })

export const noticed =
  (key: NoticeKey, values: Notice<NoticeKey>['values'] = {}): Transition =>
  (state) => ({ ...state, notice: { seq: (state.notice?.seq ?? 0) + 1, key, values } })

export interface TokensAddress {
  query: ListQuery
  isNew: boolean
  /** Whose change dialog is open. */
  tokenId?: string | undefined
  revokeId?: string | undefined
}

export const tokensAddressFrom = (search: string): TokensAddress => {
  const params = new URLSearchParams(search)
  const query = listQueryFrom(params)
  return {
    query: params.has('sort') ? query : { ...query, ...NEWEST },
    isNew: params.has('new'),
    tokenId: params.get('token') || undefined,
    revokeId: params.get('revoke') || undefined,
  }
}

export const writeTokensAddress = ({ query, isNew, tokenId, revokeId }: TokensAddress): string => {
  const params = new URLSearchParams()
  writeListQuery(query, params)
  const isNewest = query.sort === NEWEST.sort && query.order === NEWEST.order
  if (isNewest) params.delete('sort')
  else if (!params.has('sort')) params.set('sort', `${query.sort}:${query.order.toLowerCase()}`)
  if (isNew) params.set('new', '')
  if (tokenId) params.set('token', tokenId)
  if (revokeId) params.set('revoke', revokeId)
  return params.toString()
}

export const addressOfTokens = ({ list, dialog }: TokensState): string =>
  writeTokensAddress({
    query: list.query,
    isNew: dialog?.kind === 'create',
    tokenId: dialog?.kind === 'edit' ? dialog.token.id : undefined,
    revokeId: dialog?.kind === 'revoke' ? dialog.token.id : undefined,
  })
