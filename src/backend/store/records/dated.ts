/** Times of the creation and the latest change of a record, in milliseconds since the epoch. */
export interface Dated {
  createdAt: number
  updatedAt: number
}
