import { isBilling, isLogin, judgePictures } from './gallery-walk.test-kit.ts'

describe('a picture of the other flows of the login box', () => {
  judgePictures((entry) => !isLogin(entry) && !isBilling(entry))
})
