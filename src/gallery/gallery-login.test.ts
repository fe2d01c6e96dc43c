import { isLogin, judgePictures } from './gallery-walk.test-kit.ts'

describe('a picture of signing in', () => {
  judgePictures(isLogin)
})
