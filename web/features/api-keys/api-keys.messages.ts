const failure = { title: 'Something went wrong. Please try again.' }

export const keyMade = { success: { title: 'Key made' }, failure }
export const keySaved = { success: { title: 'Key saved' }, failure }
export const keyRotated = { success: { title: 'Key rotated' }, failure }
export const keyRevoked = { success: { title: 'Key revoked' }, failure }
