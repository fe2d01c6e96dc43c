/** Returns the height of the page above and below the box, which together with it fills the window. */
export const heightAround = (box: HTMLElement): number => {
  const { body } = document
  const { top, bottom } = box.getBoundingClientRect()
  const end = body.getBoundingClientRect().bottom + Number.parseFloat(getComputedStyle(body).marginBottom)
  return Math.round(Math.max(0, top + window.scrollY) + Math.max(0, end - bottom))
}
