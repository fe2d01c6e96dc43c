import { type LinkedDialog, linkedDialogFrom, writeLinkedDialog } from '../record-list/linked-dialog.ts'
import type { UrlCodec } from '../record-list/list-query.ts'
import type { AnyPageState } from './page-state.ts'

/** Maps between a page's state and its URL. */
export interface PageUrl<State extends AnyPageState, Place> {
  /** Codec of the URL's part besides the open dialog: the list's query or a tab. */
  place: UrlCodec<Place>
  placeOf(state: State): Place
  /** Returns the link of a dialog; `undefined` for a dialog that no URL may open. */
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
