import type { ComponentType, ReactNode } from 'react'
import { Button, type ButtonProps } from '../../ui/button/button.tsx'
import { LazyDialogs } from '../lazy-dialogs/lazy-dialogs.tsx'
import { PageHeader } from '../page-header/page-header.tsx'
import type { AnyPageState } from './page-state.ts'

/** The primary action of a page, offered in its header and in the body of its empty list. */
export interface PageButton {
  label: string
  icon: NonNullable<ButtonProps['icon']>
  onSelect(): void
}

export const MainButton = ({ label, icon, onSelect }: PageButton) => (
  <Button variant="primary" icon={icon} onClick={() => onSelect()}>
    {label}
  </Button>
)

interface PageParts {
  state: AnyPageState
  actions: { dialogsMissing(): void }
}

interface PageFrameProps<Page extends PageParts> {
  className: string
  title: string
  /** One sentence about the purpose of the page. */
  description: string
  /** Set only for a user who may perform it. */
  main?: PageButton | undefined
  /** Other controls of the header, before the primary action. */
  controls?: ReactNode
  /** The menu of less common actions at the end of the header. */
  menu?: ReactNode
  /** The first rows are shown, so there is time to load the dialogs. */
  isReady: boolean
  /** Loads the page's dialogs as a separate chunk. @default none */
  dialogs?(): Promise<ComponentType<Page>>
  page: Page
  children: ReactNode
}

/** The frame of a page of records: header, body, and dialogs that load after the first rows. */
export const PageFrame = <Page extends PageParts>(props: PageFrameProps<Page>) => {
  const { className, title, description, main, controls, menu, isReady, dialogs, page, children } = props
  return (
    <div className={className}>
      <PageHeader title={title} description={description}>
        {controls}
        {main && <MainButton {...main} />}
        {menu}
      </PageHeader>
      {children}
      {dialogs && (
        <LazyDialogs
          load={dialogs}
          isNeeded={page.state.dialog !== null}
          isCalm={isReady}
          onMissing={page.actions.dialogsMissing}
          props={page}
        />
      )}
    </div>
  )
}
