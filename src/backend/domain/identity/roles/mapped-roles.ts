import { isRecord, parseJson } from '../../../../kernel/safe-json.ts'
import type { MemberRecord } from '../../../store/records.ts'

/** Ids of roles by the single sign-on connection whose mapping gave them; every other role was given by hand. */
export type MappedRoles = Readonly<Record<string, readonly string[]>>

export const mappedRolesOf = ({ mappedRoles }: Pick<MemberRecord, 'mappedRoles'>): MappedRoles => {
  const value = parseJson(mappedRoles ?? '')
  // Only this file's functions make the text.
  return isRecord(value) ? (value as MappedRoles) : {}
}

export const mappedRolesText = (mapped: MappedRoles): string | null => {
  const found = Object.entries(mapped).filter(([, roleIds]) => roleIds.length > 0)
  return found.length > 0 ? JSON.stringify(Object.fromEntries(found)) : null
}

/** Keeps the roles mapped that a change by hand left: one that was taken away and given again is given by hand. */
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
