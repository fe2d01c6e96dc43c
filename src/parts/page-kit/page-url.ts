import { type LinkedDialog, linkedDialogFrom, writeLinkedDialog } from '../record-list/linked-dialog.ts'
import type { UrlCodec } from '../record-list/list-query.ts'
import type { AnyPageState } from './page-state.ts'

/** How a page's state and its URL follow each other. */
export interface PageUrl<State extends AnyPageState, Place> {
  /** What the URL says besides the open dialog: the list's query, a tab. */
  place: UrlCodec<Place>
  placeOf(state: State): Place
  /** The link of a dialog; none for a dialog that no URL may lead to. */
  linkOf(dialog: NonNullable<State['dialog']>): LinkedDialog<string> | undefined
}

export const readUrl = <Place>(place: UrlCodec<Place>, links: readonly string[], search: string) => {
  const params = new URLSearchParams(search)
  return { place: place.read(params), link: linkedDialogFrom(params, links) }
}

const writeUrl = <Place>(codec: UrlCodec<Place>, place: Place, link: LinkedDialog<string> | undefined) => {
  const params = new URLSearchParams()
  codec.write(place, params)
  writeLinkedDialog(link, params)
  return params.toString()
}

/** The same URL without what is malformed or unknown in it. */
export const canonical = <Place>(codec: UrlCodec<Place>, links: readonly string[], search: string): string => {
  const { place, link } = readUrl(codec, links, search)
  return writeUrl(codec, place, link)
}

/** Everything of the state that belongs into the URL. */
export const urlOf = <State extends AnyPageState, Place>(
  { place, placeOf, linkOf }: PageUrl<State, Place>,
  state: State,
): string => writeUrl(place, placeOf(state), state.dialog ? linkOf(state.dialog) : undefined)
