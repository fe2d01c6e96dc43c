import type { Collections } from '../../../store/store.ts'

/** Returns the vendor's most powerful role, because the founder of an account manages it. */
export const founderRoleIds = async (store: Pick<Collections, 'roles'>): Promise<string[]> => {
  const roles = await store.roles.list({ tenantId: null })
  const [top] = roles.sort((left, right) => left.level - right.level)
  return top ? [top.id] : []
}
