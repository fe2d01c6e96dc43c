import type { ComponentType } from 'react'
import type { FeatureModule, FeatureProps } from '../../feature/define.ts'
import type { PageProps } from '../../feature/define-page.ts'
import type { Slice } from '../../feature/slice.ts'
import type { Catalog, MessageSet, Translate } from '../../i18n/messages.ts'
import { useNotice } from '../notices/use-notice.ts'
import { useListUrl } from '../record-list/list-url.ts'
import { UNDO_MS } from '../undo/undo.ts'
import type { AnyPageState } from './page-state.ts'
import { canonical, type PageUrl, urlOf } from './page-url.ts'

/** Actions that the kit calls. `undo` and `commit` belong to pages whose removals can be undone. */
interface PageActions {
  /** Returns the query the page starts with instead of its URL's. */
  startsAt?(search: string): string
  open(search: string): Promise<void>
  follow(search: string): Promise<void>
  close(): void
  undo?(id: string): void
  commit?(id: string): void
}

interface PageFeatureParts<State extends AnyPageState, Actions extends PageActions, Texts extends Catalog, Place> {
  initial: State
  slice: Slice<State, Actions>
  messages: MessageSet<Texts>
  url: PageUrl<State, Place>
  /** Returns the text of the list's search. Further typing replaces the history entry that it began. */
  typed(state: State): string
  View: ComponentType<FeatureProps<State, Actions, Texts>>
}

/** Notices that report a failure without an error. */
const FAILURES: readonly string[] = ['unavailable', 'gone']

/**
 * Creates a page from its parts: its URL is followed, its notices are shown, and its view receives state, actions and
 * texts.
 */
export const pageFeature = <
  State extends AnyPageState,
  Actions extends PageActions,
  Texts extends Catalog,
  Place = unknown,
>({
  initial,
  slice,
  messages,
  url,
  typed,
  View,
}: PageFeatureParts<State, Actions, Texts, Place>): FeatureModule<State, Actions, Texts, PageProps> => {
  // biome-ignore lint/correctness/noComponentHookFactories: called once per page, when its chunk is loaded
  const Page = ({ page, location, ...props }: FeatureProps<State, Actions, Texts> & PageProps) => {
    const { state, actions } = props
    // Each page's catalog has a text for each of its notices.
    const t = props.t as Translate<Catalog>
    useListUrl({
      location,
      search: urlOf(url, state),
      canonical: (search) => canonical(url.place, page.links ?? [], search),
      startsAt: actions.startsAt,
      open: actions.open,
      follow: actions.follow,
      close: actions.close,
      typed: typed(state),
    })
    useNotice(state.notice, ({ key, values, undo, tone }) => ({
      tone: FAILURES.includes(key) ? 'danger' : (tone ?? 'success'),
      text: t(key, values),
      ...(undo !== undefined && {
        ms: UNDO_MS,
        action: { label: t('undo'), onSelect: () => actions.undo?.(undo) },
        onGone: () => actions.commit?.(undo),
      }),
    }))
    return <View {...props} />
  }
  return { initial, slice, messages, Component: Page }
}
