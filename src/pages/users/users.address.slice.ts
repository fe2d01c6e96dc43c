import { addressOfUsers, type UsersAddress, usersAddressFrom } from './users.address.ts'
import type { UsersContext } from './users.context.ts'
import { searchFromQuery, type UsersQuery } from './users.query.ts'
import { closeDialog, noticed, openDialog } from './users.state.ts'

type Link = NonNullable<UsersAddress['dialog']>

interface Ways {
  open(query: UsersQuery): Promise<void>
  show(query: UsersQuery): Promise<void>
  openInvite(): void
  openLink(): Promise<void>
}

/** Addresses that are followed: the list they ask for, then the dialog, if the page offers it to this person. */
export const addressActions = ({ apply, get, deps }: UsersContext, { open, show, openInvite, openLink }: Ways) => {
  const openLinked = async (link: Link): Promise<void> => {
    const { viewer, extras } = get()
    if (link.name === 'invite' && viewer?.may.invite) return openInvite()
    if (link.name === 'link' && viewer?.may.link && extras.link) return openLink()
    try {
      const { dialogOf } = await import('./dialogs/users-dialogs.tsx')
      const dialog = dialogOf(get(), link)
      apply(dialog ? openDialog(dialog) : closeDialog)
    } catch (error) {
      deps.log.warn('The dialogs could not be loaded', error)
      apply(noticed('unavailable'))
    }
  }
  return {
    async enter(search: string): Promise<void> {
      const { query, dialog } = usersAddressFrom(search)
      await open(query)
      if (dialog) await openLinked(dialog)
    },
    async follow(search: string): Promise<void> {
      if (search === addressOfUsers(get())) return
      const { query, dialog } = usersAddressFrom(search)
      if (searchFromQuery(query) !== searchFromQuery(get().query)) await show(query)
      if (dialog) await openLinked(dialog)
      else apply(closeDialog)
    },
  }
}
