import type { ComponentType } from 'react'
import type { FeatureModule, FeatureProps } from '../../feature/define.ts'
import type { PageProps } from '../../feature/define-page.ts'
import type { Catalogue, MessageSet, Translate } from '../../feature/messages.ts'
import type { Slice } from '../../feature/slice.ts'
import { useNotice } from '../notices/use-notice.ts'
import { useListAddress } from '../record-list/use-list-address.ts'
import { UNDO_MS } from '../undo/undo.ts'
import { addressOf, canonical, type PageAddress } from './page-address.ts'
import type { AnyPageState } from './page-state.ts'

/** What the kit calls; `undo` and `commit` belong to a page whose removals can be undone. */
interface PageActions {
  open(search: string): Promise<void>
  follow(search: string): Promise<void>
  close(): void
  undo?(id: string): void
  commit?(id: string): void
}

interface PageFeatureParts<State extends AnyPageState, Actions extends PageActions, Texts extends Catalogue, Place> {
  initial: State
  slice: Slice<State, Actions>
  messages: MessageSet<Texts>
  address: PageAddress<State, Place>
  /** What is being typed into the list's search; typing on corrects the step in history it began. */
  typed(state: State): string
  View: ComponentType<FeatureProps<State, Actions, Texts>>
}

/** Notices that say that something did not work. */
const FAILURES: readonly string[] = ['failed', 'unavailable', 'gone']

/** A page from its parts: its URL is followed, its notices are shown, its view gets state, actions and texts. */
export const pageFeature = <
  State extends AnyPageState,
  Actions extends PageActions,
  Texts extends Catalogue,
  Place = unknown,
>({
  initial,
  slice,
  messages,
  address,
  typed,
  View,
}: PageFeatureParts<State, Actions, Texts, Place>): FeatureModule<State, Actions, Texts, PageProps> => {
  // biome-ignore lint/correctness/noComponentHookFactories: called once per page, when its chunk is loaded
  const Page = ({ page, location, ...props }: FeatureProps<State, Actions, Texts> & PageProps) => {
    const { state, actions } = props
    // Each page's catalogue has a text for each of its notices.
    const t = props.t as Translate<Catalogue>
    useListAddress({
      location,
      search: addressOf(address, state),
      canonical: (search) => canonical(address.place, page.links ?? [], search),
      open: actions.open,
      follow: actions.follow,
      close: actions.close,
      typed: typed(state),
    })
    useNotice(state.notice, ({ key, values, undo }) => ({
      tone: FAILURES.includes(key) ? 'danger' : 'success',
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
