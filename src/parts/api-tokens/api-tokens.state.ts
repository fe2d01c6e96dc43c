import type { TokenGuarantee } from '../../contract/guarantees.ts'
import type { MachineToMachineStrategy } from '../../entities/portal.ts'
import { type Change, PAGE_AT_START, type PageState } from '../page-kit/page-state.ts'
import type { PageUrl } from '../page-kit/page-url.ts'
import { emptyList, type ListQuery, type ListState, listQuery } from '../record-list/list-state.ts'

export type TokenKind = MachineToMachineStrategy
export type TokensAbility = 'create' | 'revoke'

/** A token of either kind; its description serves as its name. */
export interface ApiToken {
  id: string
  kind: TokenKind
  name: string
  createdAt: string
  expires: string | null
  /** `undefined` if this backend doesn't report it. */
  lastUsedAt?: string | null | undefined
  roleIds: readonly string[]
  createdByUserId?: string | undefined
  /** The permissions an account token has today; older backends don't report them. */
  guarantee?: TokenGuarantee | undefined
}

export interface TokenDraft {
  description: string
  roleIds: readonly string[]
  /** `null` means that it never expires. */
  days: number | null
}

export const EXPIRY_DAYS = [1, 7, 30, 90, 365] as const

/** Tokens expire by default, because a forgotten token should not work forever. */
const DEFAULT_DAYS = 90

export const EMPTY_DRAFT: TokenDraft = { description: '', roleIds: [], days: DEFAULT_DAYS }

const MINUTES_A_DAY = 1_440

/** Converts days, which users enter, into minutes, which the API expects. */
export const minutesOf = (days: number | null): number | null => (days === null ? null : days * MINUTES_A_DAY)

const MAX_DESCRIPTION_LENGTH = 200

type Problem = 'descriptionIsRequired' | 'descriptionIsTooLong' | 'rolesIsRequired'

/** Returns the problems of the form. An account token needs a role. */
export const problemsOf = (
  draft: Pick<TokenDraft, 'description' | 'roleIds'>,
  hasRoles: boolean,
): { description?: Problem; roles?: Problem } => {
  const length = draft.description.trim().length
  return {
    ...(length === 0 && { description: 'descriptionIsRequired' as const }),
    ...(length > MAX_DESCRIPTION_LENGTH && { description: 'descriptionIsTooLong' as const }),
    ...(hasRoles && draft.roleIds.length === 0 && { roles: 'rolesIsRequired' as const }),
  }
}

export type TokensDialog =
  | { kind: 'create' }
  | { kind: 'secret'; token: ApiToken; secret: string }
  | { kind: 'edit'; token: ApiToken }
  | { kind: 'revoke'; token: ApiToken }

type TokensNotice = 'revoked' | 'saved' | 'vouched' | 'vouchFailed' | 'failed' | 'gone' | 'unavailable'

export interface RoleOption {
  id: string
  name: string
  description: string
}

export interface TokensState extends PageState<TokensAbility, TokensDialog, TokensNotice> {
  list: ListState<ApiToken>
  /** The kind of token that can be created here; `undefined` if none can. */
  kind?: TokenKind | undefined
  roles: readonly RoleOption[]
  /** Names of the users who created the tokens, by user id. */
  creators: Readonly<Record<string, string>>
}

const query = listQuery(['name', 'createdAt'], { sort: 'createdAt', order: 'DESC' })

export const initialTokens: TokensState = {
  ...PAGE_AT_START,
  list: emptyList(query.initial),
  roles: [],
  creators: {},
}

/** Returns whether this backend can edit tokens; the call is an addition to the API. */
export const canEdit = ({ missing }: Pick<TokensState, 'missing'>): boolean => !missing.includes('updateToken')

export const isExpired = (token: Pick<ApiToken, 'expires'>, now: number): boolean =>
  token.expires !== null && Date.parse(token.expires) <= now

export const created =
  (token: ApiToken, secret: string): Change<TokensState> =>
  (state) => ({ ...state, saving: false, dialog: { kind: 'secret', token, secret } })

const linkOf = (dialog: TokensDialog) => {
  switch (dialog.kind) {
    case 'create':
      return { name: 'new', id: '' }
    case 'edit':
      return { name: 'token', id: dialog.token.id }
    case 'revoke':
      return { name: 'revoke', id: dialog.token.id }
    case 'secret':
      return undefined
  }
}

export const tokensUrl: PageUrl<TokensState, ListQuery> = {
  place: query,
  placeOf: ({ list }) => list.query,
  linkOf,
}
