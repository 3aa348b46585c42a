const failure = { title: 'Something went wrong. Please try again.' }

export const areaAdded = { success: { title: 'Area created' }, failure }
export const areaRenamed = { success: { title: 'Area renamed' }, failure }
export const branchMoved = { success: { title: 'Branch moved' }, failure }
export const areaDeleted = { success: { title: 'Area deleted' }, failure }
