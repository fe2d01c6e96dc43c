interface Named {
  name?: string | null
  email: string
}

/** Returns the user's name, or else their email. */
export const nameOfUser = (user: Named | undefined): string => user?.name?.trim() || user?.email || ''
