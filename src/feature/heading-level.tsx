import { createContext, type ReactNode, useContext } from 'react'

export type HeadingLevel = 1 | 2 | 3 | 4 | 5

const HeadingLevelContext = createContext<HeadingLevel>(1)

/** Provides the level of the page title, so that headings fit the host's page. */
export const HeadingLevelProvider = HeadingLevelContext.Provider

export const PageHeading = ({ className, children }: { className?: string; children: ReactNode }) => {
  const Heading = `h${useContext(HeadingLevelContext)}` as const
  return (
    <Heading className={className} tabIndex={-1} data-page-title="">
      {children}
    </Heading>
  )
}
