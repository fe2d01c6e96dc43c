import type { SsoTest } from '../../../entities/sso-setup.ts'
import type { DescribedUser } from '../../../rules/saml-attributes.ts'
import type { Connection } from '../sso.state.ts'

/** Returns the user of the latest test; `undefined` if nothing is known about them. */
export const testedUser = (test: SsoTest | null | undefined): DescribedUser | undefined => {
  if (!test || test.attributes.length === 0) return undefined
  const attributes = Object.fromEntries(test.attributes.map(({ name, values }) => [name, values]))
  const { NameID: [nameId = ''] = [], ...others } = attributes
  return { nameId, nameIdFormat: '', attributes: others }
}

/**
 * Parses lines such as `email: ada@company.com`, with several values separated by commas. Returns `undefined` if there
 * are none.
 */
export const typedUser = (text: string): DescribedUser | undefined => {
  const lines = text.split('\n').flatMap((line) => {
    const [, name, values] = /^\s*(\S+?)\s*(?:=|:(?=\s))\s*(.*)$/.exec(line) ?? []
    return name && values ? [[name, values.split(',').map((value) => value.trim())] as const] : []
  })
  if (lines.length === 0) return undefined
  const { NameID: [nameId = ''] = [], ...attributes } = Object.fromEntries(lines)
  return { nameId, nameIdFormat: '', attributes }
}

/**
 * Returns the ids of the roles that a new user in these groups gets. If it is empty, the account’s default roles apply.
 */
export const rolesOfGroups = (
  { roleIds, groups }: Pick<Connection, 'roleIds' | 'groups'>,
  named: readonly string[],
): string[] => [
  ...new Set([...roleIds, ...groups.filter(({ group }) => named.includes(group)).flatMap((group) => group.roleIds)]),
]
