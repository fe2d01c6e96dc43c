import type { EndpointTable } from '../../contract/endpoint.ts'
import type { UrlCodec } from '../record-list/list-state.ts'
import { type LinkedDialog, linkedDialogFrom, writeLinkedDialog } from '../record-list/list-url.ts'
import type { PageContext } from './page-context.ts'
import type { AnyPageState } from './page-state.ts'

/** Maps between a page's state and its URL. */
export interface PageUrl<State extends AnyPageState, Place> {
  /** Codec of the URL's part besides the open dialog: the list's query or a tab. */
  place: UrlCodec<Place>
  placeOf(state: State): Place
  /** Returns the link of a dialog; `undefined` for a dialog that no URL may open. */
  linkOf(dialog: NonNullable<State['dialog']>): LinkedDialog<string> | undefined
}

const readUrl = <Place>(place: UrlCodec<Place>, links: readonly string[], search: string) => {
  const params = new URLSearchParams(search)
  return { place: place.read(params), link: linkedDialogFrom(params, links) }
}

const writeUrl = <Place>(codec: UrlCodec<Place>, place: Place, link: LinkedDialog<string> | undefined) => {
  const params = new URLSearchParams()
  codec.write(place, params)
  writeLinkedDialog(link, params)
  return params.toString()
}

/** Returns the URL without malformed or unknown values. */
export const canonical = <Place>(codec: UrlCodec<Place>, links: readonly string[], search: string): string => {
  const { place, link } = readUrl(codec, links, search)
  return writeUrl(codec, place, link)
}

/** Returns the URL for a page's state. */
export const urlOf = <State extends AnyPageState, Place>(
  { place, placeOf, linkOf }: PageUrl<State, Place>,
  state: State,
): string => writeUrl(place, placeOf(state), state.dialog ? linkOf(state.dialog) : undefined)

interface Following<State extends AnyPageState, Place> {
  url: PageUrl<State, Place>
  /** Loads what the URL requests. On the first call it also loads everything around it. */
  show(place: Place, isFirst: boolean): Promise<unknown>
  /** Returns the dialog of a link, if the page offers it to this user. */
  dialogOf(link: LinkedDialog<string>): Promise<State['dialog'] | undefined> | State['dialog'] | undefined
  /** Notice for a link to something that no longer exists. @default the dialog just closes */
  gone?: NonNullable<State['notice']>['key']
}

/** Opens what the page's URL requests and follows every change of it. */
export const followUrl = <State extends AnyPageState, Calls extends Readonly<Record<string, EndpointTable>>, Place>(
  context: PageContext<State, Calls>,
  { url, show, dialogOf, gone }: Following<State, Place>,
) => {
  const { get, deps, links, start, openDialog, closeDialog, notify } = context
  const openLinked = async (link: LinkedDialog<string>): Promise<void> => {
    try {
      const dialog = await dialogOf(link)
      if (dialog) openDialog(dialog)
      else if (gone !== undefined) notify(gone)
      else closeDialog()
    } catch (error) {
      deps.log.warn('The linked dialog could not be opened', error)
      notify('unavailable')
    }
  }
  return {
    async open(search: string): Promise<void> {
      start()
      const { place, link } = readUrl(url.place, links, search)
      await show(place, true)
      // A dialog that was opened while the list was loading stays open.
      if (link && get().dialog === null) await openLinked(link)
    },
    async follow(search: string): Promise<void> {
      if (search === urlOf(url, get())) return
      const { place, link } = readUrl(url.place, links, search)
      await show(place, false)
      const { dialog } = get()
      if (link) await openLinked(link)
      // A dialog without its own URL, such as a new secret, is not closed by the back button.
      else if (dialog === null || url.linkOf(dialog)) closeDialog()
    },
  }
}
