/** Class name that is part of the public contract. */
export const LOADING_CLASS = 'frontegg-loading'

interface LoadingMark {
  customLoader?: unknown
  /** Returns whether another app of this page is still starting and needs the class too. */
  isNeededByOthers?(): boolean
}

/** Marks the page body while an app starts; returns a function that removes the mark. */
export const markBodyLoading = (page: Document, { customLoader, isNeededByOthers }: LoadingMark): (() => void) => {
  const report = (loading: boolean) => {
    if (typeof customLoader === 'function') customLoader(loading)
  }
  const add = () => page.body?.classList.add(LOADING_CLASS)
  if (page.body) add()
  else page.addEventListener('DOMContentLoaded', add, { once: true })
  report(true)
  let isMarked = true
  return () => {
    if (!isMarked) return
    isMarked = false
    page.removeEventListener('DOMContentLoaded', add)
    if (!isNeededByOthers?.()) page.body?.classList.remove(LOADING_CLASS)
    report(false)
  }
}
