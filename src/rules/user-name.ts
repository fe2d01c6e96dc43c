interface Named {
  name?: string | null
  email: string
}

/** Users without a name go by their email. */
export const nameOfUser = (user: Named | undefined): string => user?.name?.trim() || user?.email || ''
