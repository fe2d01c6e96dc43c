import { isRecord, parseJson } from '../../../../kernel/safe-json.ts'
import type { MemberRecord } from '../../../store/records.ts'

/** Role ids by the single sign-on connection whose mapping granted them; all other roles were granted manually. */
export type MappedRoles = Readonly<Record<string, readonly string[]>>

export const mappedRolesOf = ({ mappedRoles }: Pick<MemberRecord, 'mappedRoles'>): MappedRoles => {
  const value = parseJson(mappedRoles ?? '')
  // The text is only written by functions of this file.
  return isRecord(value) ? (value as MappedRoles) : {}
}

export const mappedRolesText = (mapped: MappedRoles): string | null => {
  const found = Object.entries(mapped).filter(([, roleIds]) => roleIds.length > 0)
  return found.length > 0 ? JSON.stringify(Object.fromEntries(found)) : null
}

/**
 * Keeps the mapping of roles that a manual change left in place; a role that was removed and granted again is manual.
 */
export const stillMapped = (
  member: Pick<MemberRecord, 'mappedRoles'>,
  roleIds: readonly string[],
): Pick<MemberRecord, 'mappedRoles'> => ({
  mappedRoles: mappedRolesText(
    Object.fromEntries(
      Object.entries(mappedRolesOf(member)).map(([id, ids]) => [id, ids.filter((each) => roleIds.includes(each))]),
    ),
  ),
})
