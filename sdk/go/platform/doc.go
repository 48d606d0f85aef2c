// Report schedules, groups, shares and settings of a data & analytics platform
package platform
