package web

import (
	"zhiwen/checker/record"
	"zhiwen/web/claim"
	"zhiwen/web/site"
)

// This file is the one place that says who may have which route: the table of rights,
// route by route. Who may do what at all is in site (operation.go), which refuses a line for more. Which rows of it a reviewer sees is in
// site (row.go).

var (
	// keepers change the library and have applications checked.
	keepers = []record.Role{record.Officer}
	// openers open calls and look after them; callers see which there are.
	openers = []record.Role{record.Officer, record.Administrator}
	callers = []record.Role{record.Officer, record.Administrator, record.Auditor}
	// setters see what is set; who may change it depends on the setting.
	setters = []record.Role{record.Officer, record.Administrator, record.Auditor}
	// watchers read the record of who did what.
	watchers = []record.Role{record.Auditor}
	// askers have what they see on the web looked up: applications are compared with it by
	// those who ask.
	askers = []record.Role{record.Officer, record.Administrator, record.RightsRole}
	// leaders look after accounts.
	leaders = []record.Role{record.Administrator}
)

// rights is the table. A route without a line does not start, nor does a line without
// a route.
var rights = site.Rights{
	"GET /":       {Who: site.Member, Scope: site.ScopeRead},
	"GET /checks": {Roles: site.Readers, Reviewer: site.Listed, Scope: site.ScopeRead},

	"GET /list.csv":             {Roles: site.Readers, Reviewer: site.Listed, Scope: site.ScopeRead},
	"GET /list.xlsx":            {Roles: site.Readers, Reviewer: site.Listed, Scope: site.ScopeRead},
	"GET /statistics":           {Roles: site.Readers, Scope: site.ScopeRead},
	"GET /statistics.csv":       {Roles: site.Readers, Scope: site.ScopeRead},
	"GET /reviewers":            {Roles: site.Readers, Scope: site.ScopeRead},
	"GET /reviewers.csv":        {Roles: site.Readers, Scope: site.ScopeRead},
	"GET /selection":            {Roles: site.Readers, Scope: site.ScopeRead}, // what it leads to has lines of its own
	"POST /selection/assign":    {Does: site.HandOut, Who: site.ByPeople, Roles: keepers},
	"POST /selection/share":     {Does: site.HandOut, Who: site.ByPeople, Roles: keepers},
	"POST /selection/verdict":   {Does: site.Decide, Roles: keepers, Scope: site.ScopeDecide},
	"POST /selection/check":     {Does: site.Check, Roles: keepers, Scope: site.ScopeCheck},
	"POST /selection/papers":    {Does: site.Export, Roles: site.Readers},
	"GET /tasks":                {Roles: site.Readers, Scope: site.ScopeRead},
	"GET /tasks/:id":            {Roles: site.Readers, Scope: site.ScopeRead},
	"GET /tasks/:id/fates.csv":  {Roles: site.Readers, Scope: site.ScopeRead},
	"GET /tasks/:id/papers.zip": {Roles: site.Readers, Scope: site.ScopeRead},
	"POST /tasks/:id/cancel":    {Does: site.Export, Roles: site.Readers},
	"POST /tasks/:id/again":     {Does: site.Export, Roles: site.Readers},
	"POST /tasks/:id/undo":      {Does: site.Export, Roles: site.Readers},
	"POST /selection/enter":     {Does: site.Shelve, Roles: keepers, Scope: site.ScopeLibrary},
	"POST /selection/delete":    {Does: site.Delete, Roles: keepers, Scope: site.ScopeCheck},
	"POST /views":               {Does: site.Own, Roles: site.Readers, Reviewer: site.Listed},
	"POST /views/:id/delete":    {Does: site.Own, Roles: site.Readers, Reviewer: site.Listed},
	"GET /calls":                {Roles: callers, Scope: site.ScopeRead},
	"GET /calls/new":            {Roles: openers, Scope: site.ScopeLibrary},
	"POST /calls":               {Does: site.Set, Roles: openers, Scope: site.ScopeLibrary},
	"GET /calls/:id":            {Roles: callers, Scope: site.ScopeRead},
	"GET /calls/:id/progress":   {Roles: callers, Scope: site.ScopeRead},
	"GET /calls/:id/edit":       {Roles: openers, Scope: site.ScopeLibrary},
	"POST /calls/:id":           {Does: site.Set, Roles: openers, Scope: site.ScopeLibrary},
	"GET /calls/:id/delete":     {Roles: openers, Scope: site.ScopeLibrary},
	"POST /calls/:id/delete":    {Does: site.Set, Roles: openers, Scope: site.ScopeLibrary},

	"POST /checks":  {Does: site.Check, Roles: keepers, Scope: site.ScopeCheck},
	"POST /samples": {Does: site.Shelve, Roles: keepers, Scope: site.ScopeLibrary},

	"GET /checks/:id":                         {Roles: site.Readers, Reviewer: site.OfCheck, Scope: site.ScopeRead},
	"GET /checks/:id/matches/:match":          {Roles: site.Readers, Reviewer: site.OfCheck, Scope: site.ScopeRead},
	"GET /checks/:id/sources/:source":         {Roles: site.Readers, Reviewer: site.OfCheck, Scope: site.ScopeRead},
	"GET /checks/:id/hints/:hint":             {Roles: site.Readers, Reviewer: site.OfCheck, Scope: site.ScopeRead},
	"GET /checks/:id/pages":                   {Roles: site.Readers, Reviewer: site.OfCheck, Scope: site.ScopeRead},
	"GET /checks/:id/pages/:page/picture":     {Roles: site.Readers, Reviewer: site.OfCheck, Scope: site.ScopeRead},
	"GET /checks/:id/figures/:figure/picture": {Roles: site.Readers, Reviewer: site.OfCheck, Scope: site.ScopeRead},
	"GET /checks/:id/report.html":             {Roles: site.Readers, Reviewer: site.OfCheck, Scope: site.ScopeRead},
	"GET /checks/:id/report.pdf":              {Roles: site.Readers, Reviewer: site.OfCheck, Scope: site.ScopeRead},
	"GET /checks/:id/sources.csv":             {Roles: site.Readers, Reviewer: site.OfCheck, Scope: site.ScopeRead},
	"GET /checks/:id/matches.csv":             {Roles: site.Readers, Reviewer: site.OfCheck, Scope: site.ScopeRead},
	"GET /checks/:id/pictures.csv":            {Roles: site.Readers, Reviewer: site.OfCheck, Scope: site.ScopeRead},
	"GET /checks/:id/sources/:source/pages":   {Roles: site.Readers, Scope: site.ScopeRead}, // whole pages of a source
	// signed: nothing of a source can be left out
	"GET /checks/:id/evidence.xml": {Roles: site.Readers, Scope: site.ScopeRead},
	"GET /checks/:id/decided.xml":  {Roles: site.Readers, Scope: site.ScopeRead},
	"GET /checks/:id/evidence.tsr": {Roles: site.Readers, Scope: site.ScopeRead},
	"GET /checks/:id/decided.tsr":  {Roles: site.Readers, Scope: site.ScopeRead},
	"POST /checks/:id/decisions": {Does: site.Decide, Roles: keepers, Reviewer: site.OfCheck,
		Scope: site.ScopeDecide},
	"POST /checks/:id/opinions": {Does: site.Decide, Roles: keepers, Reviewer: site.OfCheck,
		Scope: site.ScopeDecide},
	"POST /checks/:id/cancel":                             {Does: site.Check, Roles: keepers, Scope: site.ScopeCheck},
	"POST /checks/:id/shared":                             {Does: site.Shelve, Roles: keepers, Scope: site.ScopeLibrary},
	"POST /checks/:id/retry":                              {Does: site.Check, Roles: keepers, Scope: site.ScopeCheck},
	"GET /checks/:id/delete":                              {Roles: keepers, Scope: site.ScopeCheck},
	"POST /checks/:id/delete":                             {Does: site.Delete, Roles: keepers, Scope: site.ScopeCheck},
	"GET /checks/:id/sources/:source/pages/:page/picture": {Roles: site.Readers, Scope: site.ScopeRead},

	// As whole pages of a source: what else a picture shows, nobody can leave out of it.
	"GET /checks/:id/sources/:source/figures/:figure/picture": {Roles: site.Readers, Scope: site.ScopeRead},

	"GET /library":  {Roles: site.Readers, Scope: site.ScopeRead},
	"POST /library": {Does: site.Shelve, Roles: keepers, Scope: site.ScopeLibrary},

	"GET /library.csv":               {Roles: keepers, Scope: site.ScopeRead},
	"GET /library.xlsx":              {Roles: keepers, Scope: site.ScopeRead},
	"GET /library.zip":               {Roles: keepers, Scope: site.ScopeRead},
	"GET /library/selection":         {Roles: keepers, Scope: site.ScopeLibrary},
	"POST /library/selection/edit":   {Does: site.Shelve, Roles: keepers, Scope: site.ScopeLibrary},
	"POST /library/selection/remove": {Does: site.Delete, Roles: keepers, Scope: site.ScopeLibrary},
	"POST /documents/:id/enter":      {Does: site.Shelve, Roles: keepers, Scope: site.ScopeLibrary},
	"GET /rechecks":                  {Roles: site.Readers, Scope: site.ScopeRead},
	"POST /rechecks":                 {Does: site.Check, Roles: keepers, Scope: site.ScopeCheck},
	"GET /calls/:id/rechecks":        {Roles: site.Readers, Scope: site.ScopeRead},
	"POST /calls/:id/rechecks":       {Does: site.Check, Roles: keepers, Scope: site.ScopeCheck},
	"GET /checks/:id/changes":        {Roles: site.Readers, Scope: site.ScopeRead},
	"GET /collections":               {Roles: site.Readers, Scope: site.ScopeRead},
	"POST /collections":              {Does: site.Shelve, Roles: keepers, Scope: site.ScopeLibrary},
	"POST /collections/:id":          {Does: site.Shelve, Roles: keepers, Scope: site.ScopeLibrary},
	"POST /collections/:id/delete":   {Does: site.Shelve, Roles: keepers, Scope: site.ScopeLibrary},

	"GET /forms":              {Roles: site.Readers, Scope: site.ScopeRead},
	"POST /forms":             {Does: site.Shelve, Roles: keepers, Scope: site.ScopeLibrary},
	"GET /templates":          {Roles: site.Readers, Scope: site.ScopeRead},
	"GET /roles":              {Roles: site.Readers, Scope: site.ScopeRead},
	"POST /roles":             {Does: site.Shelve, Roles: keepers, Scope: site.ScopeLibrary},
	"POST /roles/:id":         {Does: site.Shelve, Roles: keepers, Scope: site.ScopeLibrary},
	"POST /roles/:id/end":     {Does: site.Shelve, Roles: keepers, Scope: site.ScopeLibrary},
	"GET /documents/:id":      {Roles: site.Readers, Reviewer: site.OfDocument, Scope: site.ScopeRead},
	"GET /documents/:id/file": {Roles: site.Readers, Reviewer: site.OfDocument, Scope: site.ScopeRead},

	"GET /documents/:id/pages":               {Roles: site.Readers, Reviewer: site.OfDocument, Scope: site.ScopeRead},
	"GET /documents/:id/pages/:page/picture": {Roles: site.Readers, Reviewer: site.OfDocument, Scope: site.ScopeRead},

	"POST /documents/:id/check":                  {Does: site.Check, Roles: keepers, Scope: site.ScopeCheck},
	"POST /documents/:id/details":                {Does: site.Shelve, Roles: keepers, Scope: site.ScopeLibrary},
	"POST /documents/:id/marks":                  {Does: site.Shelve, Roles: keepers, Scope: site.ScopeLibrary},
	"GET /documents/:id/mark":                    {Roles: keepers, Scope: site.ScopeLibrary},
	"GET /documents/:id/mark/:page/picture":      {Roles: keepers, Scope: site.ScopeLibrary},
	"POST /documents/:id/marks/:mark/delete":     {Does: site.Shelve, Roles: keepers, Scope: site.ScopeLibrary},
	"GET /documents/:id/rereads":                 {Roles: site.Readers, Scope: site.ScopeRead},
	"POST /documents/:id/rereads":                {Does: site.Shelve, Roles: keepers, Scope: site.ScopeLibrary},
	"POST /documents/:id/retry":                  {Does: site.Shelve, Roles: keepers, Scope: site.ScopeLibrary},
	"POST /documents/:id/delete":                 {Does: site.Delete, Roles: keepers, Scope: site.ScopeLibrary},
	"POST /documents/:id/reviewers":              {Does: site.HandOut, Who: site.ByPeople, Roles: keepers},
	"POST /documents/:id/reviewers/:account/end": {Does: site.HandOut, Who: site.ByPeople, Roles: keepers},

	"GET /calls/:id/network": {Roles: site.Readers, Scope: site.ScopeRead},

	"GET /imports":               {Roles: keepers, Scope: site.ScopeLibrary},
	"POST /imports":              {Does: site.Shelve, Roles: keepers, Scope: site.ScopeLibrary},
	"GET /imports/:id":           {Roles: keepers, Scope: site.ScopeLibrary},
	"GET /imports/:id/fates.csv": {Roles: keepers, Scope: site.ScopeLibrary},
	"POST /imports/:id/cancel":   {Does: site.Shelve, Roles: keepers, Scope: site.ScopeLibrary},
	"POST /imports/:id/retry":    {Does: site.Shelve, Roles: keepers, Scope: site.ScopeLibrary},
	"POST /imports/:id/delete":   {Does: site.Shelve, Roles: keepers, Scope: site.ScopeLibrary},

	// The extension shows nothing of what is here: whoever may ask for something has it by a token.
	"GET /extension":     {Who: site.Member, Scope: site.ScopeRead},
	"GET /extension.zip": {Who: site.Member, Scope: site.ScopeRead},

	"POST /api/submit":             {Does: site.Ask, Roles: askers, Scope: site.ScopeAddresses},
	"OPTIONS /api/submit":          {Who: site.Everyone}, // what a browser asks before an extension may; it tells nothing
	"POST /api/schedule/submit":    {Does: site.Ask, Roles: askers, Scope: site.ScopeAddresses},
	"OPTIONS /api/schedule/submit": {Who: site.Everyone},

	// The interface for programs: each line as that of the page that does the same.
	"GET /api/v1/openapi.yaml": {Who: site.Everyone},
	"GET /api/v1/openapi.json": {Who: site.Everyone},
	"GET /api/v1/server":       {Who: site.Member, Scope: site.ScopeRead},

	"POST /api/v1/submissions":         {Does: site.Check, Roles: keepers, Scope: site.ScopeCheck},
	"GET /api/v1/submissions":          {Roles: keepers, Scope: site.ScopeCheck},
	"GET /api/v1/submissions/:id":      {Roles: keepers, Scope: site.ScopeCheck},
	"PUT /api/v1/submissions/:id/file": {Does: site.Check, Roles: keepers, Scope: site.ScopeCheck},

	"POST /api/v1/checks":                   {Does: site.Check, Roles: keepers, Scope: site.ScopeCheck},
	"GET /api/v1/worklist":                  {Roles: site.Readers, Reviewer: site.Listed, Scope: site.ScopeRead},
	"GET /api/v1/checks":                    {Roles: site.Readers, Reviewer: site.Listed, Scope: site.ScopeRead},
	"GET /api/v1/comparisons":               {Roles: site.Readers, Scope: site.ScopeRead},
	"GET /api/v1/checks/:id":                {Roles: site.Readers, Reviewer: site.OfCheck, Scope: site.ScopeRead},
	"GET /api/v1/checks/:id/wait":           {Roles: site.Readers, Reviewer: site.OfCheck, Scope: site.ScopeRead},
	"DELETE /api/v1/checks/:id":             {Does: site.Delete, Roles: keepers, Scope: site.ScopeCheck},
	"POST /api/v1/checks/:id/cancel":        {Does: site.Check, Roles: keepers, Scope: site.ScopeCheck},
	"POST /api/v1/checks/:id/retry":         {Does: site.Check, Roles: keepers, Scope: site.ScopeCheck},
	"GET /api/v1/checks/:id/sources":        {Roles: site.Readers, Reviewer: site.OfCheck, Scope: site.ScopeRead},
	"GET /api/v1/checks/:id/matches":        {Roles: site.Readers, Reviewer: site.OfCheck, Scope: site.ScopeRead},
	"GET /api/v1/checks/:id/sections":       {Roles: site.Readers, Reviewer: site.OfCheck, Scope: site.ScopeRead},
	"GET /api/v1/checks/:id/hints":          {Roles: site.Readers, Reviewer: site.OfCheck, Scope: site.ScopeRead},
	"GET /api/v1/checks/:id/decisions":      {Roles: site.Readers, Reviewer: site.OfCheck, Scope: site.ScopeRead},
	"POST /api/v1/checks/:id/decisions":     {Does: site.Decide, Roles: keepers, Reviewer: site.OfCheck, Scope: site.ScopeDecide},
	"GET /api/v1/checks/:id/opinions":       {Roles: site.Readers, Reviewer: site.OfCheck, Scope: site.ScopeRead},
	"POST /api/v1/checks/:id/opinions":      {Does: site.Decide, Roles: keepers, Reviewer: site.OfCheck, Scope: site.ScopeDecide},
	"GET /api/v1/checks/:id/links":          {Roles: site.Readers, Reviewer: site.OfCheck, Scope: site.ScopeLink},
	"POST /api/v1/checks/:id/links":         {Does: site.HandOut, Roles: keepers, Reviewer: site.OfCheck, Scope: site.ScopeLink},
	"DELETE /api/v1/checks/:id/links/:link": {Does: site.HandOut, Roles: keepers, Reviewer: site.OfCheck, Scope: site.ScopeLink},
	"GET /api/v1/checks/:id/report.html":    {Roles: site.Readers, Reviewer: site.OfCheck, Scope: site.ScopeRead},
	"GET /api/v1/checks/:id/report.pdf":     {Roles: site.Readers, Reviewer: site.OfCheck, Scope: site.ScopeRead},
	"GET /api/v1/checks/:id/sources.csv":    {Roles: site.Readers, Reviewer: site.OfCheck, Scope: site.ScopeRead},
	"GET /api/v1/checks/:id/matches.csv":    {Roles: site.Readers, Reviewer: site.OfCheck, Scope: site.ScopeRead},
	"GET /api/v1/checks/:id/evidence.xml":   {Roles: site.Readers, Scope: site.ScopeRead},
	"GET /api/v1/checks/:id/decided.xml":    {Roles: site.Readers, Scope: site.ScopeRead},

	"POST /api/v1/documents":           {Does: site.Shelve, Roles: keepers, Scope: site.ScopeLibrary},
	"GET /api/v1/documents":            {Roles: site.Readers, Scope: site.ScopeRead},
	"GET /api/v1/documents/:id":        {Roles: site.Readers, Reviewer: site.OfDocument, Scope: site.ScopeRead},
	"PATCH /api/v1/documents/:id":      {Does: site.Shelve, Roles: keepers, Scope: site.ScopeLibrary},
	"DELETE /api/v1/documents/:id":     {Does: site.Delete, Roles: keepers, Scope: site.ScopeLibrary},
	"GET /api/v1/documents/:id/file":   {Roles: site.Readers, Reviewer: site.OfDocument, Scope: site.ScopeRead},
	"GET /api/v1/documents/:id/checks": {Roles: site.Readers, Reviewer: site.OfDocument, Scope: site.ScopeRead},

	"GET /api/v1/tasks":                {Roles: site.Readers, Scope: site.ScopeRead},
	"GET /api/v1/tasks/:id":            {Roles: site.Readers, Scope: site.ScopeRead},
	"GET /api/v1/tasks/:id/papers.zip": {Roles: site.Readers, Scope: site.ScopeRead},
	"POST /api/v1/tasks/:id/undo":      {Does: site.Decide, Roles: keepers, Scope: site.ScopeDecide},
	"POST /api/v1/calls":               {Does: site.Set, Roles: openers, Scope: site.ScopeLibrary},
	"GET /api/v1/calls":                {Roles: callers, Scope: site.ScopeRead},
	"GET /api/v1/calls/:id":            {Roles: callers, Scope: site.ScopeRead},
	"PATCH /api/v1/calls/:id":          {Does: site.Set, Roles: openers, Scope: site.ScopeLibrary},
	"DELETE /api/v1/calls/:id":         {Does: site.Set, Roles: openers, Scope: site.ScopeLibrary},
	"GET /api/v1/calls/:id/list.csv":   {Roles: site.Readers, Scope: site.ScopeRead},
	"POST /api/v1/calls/:id/papers":    {Does: site.Export, Roles: site.Readers, Scope: site.ScopeRead},
	"GET /api/v1/webhooks":             {Roles: leaders, Scope: site.ScopeRead},
	"GET /api/v1/harvests":             {Roles: openers, Scope: site.ScopeLibrary},
	"POST /api/v1/texts":               {Does: site.Shelve, Roles: keepers, Scope: site.ScopeLibrary},
	"GET /api/v1/documents/:id/like":   {Roles: site.Readers, Scope: site.ScopeRead},
	"GET /api/v1/search":               {Roles: site.Readers, Scope: site.ScopeRead},
	"GET /api/v1/settings":             {Roles: setters, Scope: site.ScopeRead},
	"PUT /api/v1/settings/agency":      {Does: site.Set, Roles: leaders, Scope: site.ScopeLibrary},
	"PUT /api/v1/settings/thresholds":  {Does: site.Set, Roles: openers, Scope: site.ScopeLibrary},
	"PUT /api/v1/settings/counting":    {Does: site.Set, Roles: openers, Scope: site.ScopeLibrary},

	// Whoever has a link reads the one report; where nobody logs in the page of it is open.
	"GET /shared/:key": {Who: site.Stranger},

	"GET /sites":                {Roles: openers, Scope: site.ScopeLibrary},
	"POST /sites":               {Does: site.Set, Roles: openers, Scope: site.ScopeLibrary},
	"GET /sites/new":            {Roles: openers, Scope: site.ScopeLibrary},
	"GET /sites/repeats":        {Roles: site.Readers, Scope: site.ScopeRead},
	"GET /sites/repeats.csv":    {Roles: site.Readers, Scope: site.ScopeRead},
	"GET /sites/repeats.xlsx":   {Roles: site.Readers, Scope: site.ScopeRead},
	"POST /sites/repeats/again": {Does: site.Set, Roles: keepers, Scope: site.ScopeLibrary},
	"GET /sites/:id":            {Roles: openers, Scope: site.ScopeLibrary},
	"POST /sites/:id":           {Does: site.Set, Roles: openers, Scope: site.ScopeLibrary},
	"GET /sites/:id/edit":       {Roles: openers, Scope: site.ScopeLibrary},
	"GET /sites/:id/pages.csv":  {Roles: openers, Scope: site.ScopeLibrary},
	"POST /sites/:id/look":      {Does: site.Set, Roles: openers, Scope: site.ScopeLibrary},
	"POST /sites/:id/pause":     {Does: site.Set, Roles: openers, Scope: site.ScopeLibrary},
	"POST /sites/:id/follow":    {Does: site.Set, Roles: openers, Scope: site.ScopeLibrary},
	"POST /sites/:id/again":     {Does: site.Set, Roles: openers, Scope: site.ScopeLibrary},
	"POST /sites/:id/delete":    {Does: site.Set, Roles: openers, Scope: site.ScopeLibrary},

	// Officers see what fills their library; what the server reads of its disk and asks of others
	// is for administrators to say.
	"GET /harvests":               {Roles: openers, Scope: site.ScopeLibrary},
	"POST /harvests":              {Does: site.Set, Roles: leaders, Scope: site.ScopeLibrary},
	"GET /harvests/new":           {Roles: leaders, Scope: site.ScopeLibrary},
	"GET /harvests/:id":           {Roles: openers, Scope: site.ScopeLibrary},
	"POST /harvests/:id":          {Does: site.Set, Roles: leaders, Scope: site.ScopeLibrary},
	"GET /harvests/:id/edit":      {Roles: leaders, Scope: site.ScopeLibrary},
	"GET /harvests/:id/items.csv": {Roles: openers, Scope: site.ScopeLibrary},
	"POST /harvests/:id/now":      {Does: site.Set, Roles: leaders, Scope: site.ScopeLibrary},
	"POST /harvests/:id/pause":    {Does: site.Set, Roles: leaders, Scope: site.ScopeLibrary},
	"POST /harvests/:id/resume":   {Does: site.Set, Roles: leaders, Scope: site.ScopeLibrary},
	"POST /harvests/:id/again":    {Does: site.Set, Roles: leaders, Scope: site.ScopeLibrary},
	"POST /harvests/:id/delete":   {Does: site.Set, Roles: leaders, Scope: site.ScopeLibrary},

	"GET /settings":                            {Roles: setters, Scope: site.ScopeRead},
	"POST /settings/agency":                    {Does: site.Set, Roles: leaders},
	"POST /settings/logo":                      {Does: site.Set, Roles: leaders},
	"POST /settings/thresholds":                {Does: site.Set, Roles: openers},
	"POST /settings/web":                       {Does: site.Set, Roles: leaders},
	"POST /settings/first":                     {Does: site.Set, Roles: leaders},
	"POST /settings/counting":                  {Does: site.Set, Roles: openers},
	"GET /settings/retention":                  {Roles: setters, Scope: site.ScopeRead},
	"POST /settings/retention":                 {Does: site.Set, Roles: leaders},
	"GET /settings/retention/certificates/:id": {Roles: setters, Scope: site.ScopeRead},
	"GET /settings/program":                    {Roles: leaders},

	"GET /settings/webhooks":                                 {Roles: leaders},
	"POST /settings/webhooks":                                {Does: site.Set, Roles: leaders},
	"GET /settings/webhooks/:id":                             {Roles: leaders},
	"POST /settings/webhooks/:id/try":                        {Does: site.Set, Roles: leaders},
	"POST /settings/webhooks/:id/pause":                      {Does: site.Set, Roles: leaders},
	"POST /settings/webhooks/:id/resume":                     {Does: site.Set, Roles: leaders},
	"POST /settings/webhooks/:id/secret":                     {Does: site.Set, Roles: leaders},
	"POST /settings/webhooks/:id/delete":                     {Does: site.Set, Roles: leaders},
	"POST /settings/webhooks/:id/again":                      {Does: site.Set, Roles: leaders},
	"POST /settings/webhooks/:id/deliveries/:delivery/again": {Does: site.Set, Roles: leaders},

	// Whose claims they are, the pages ask themselves: their own, or all (web/claim).
	"GET /claims":                 {Who: site.Member},
	"GET /claims/new":             {Who: site.Member},
	"POST /claims":                {Does: site.Own, Who: site.Member},
	"GET /claims/log":             {Who: site.ByPeople, Roles: leaders},
	"GET /claims/:id":             {Who: site.Member},
	"GET /claims/:id/files/:file": {Who: site.Member},
	"POST /claims/:id/decide":     {Does: site.Judge, Who: site.ByPeople, Roles: claim.Judges},
	"POST /claims/:id/withdraw":   {Does: site.Own, Who: site.Member},

	"GET /events": {Roles: site.Readers, Reviewer: site.Listed, Scope: site.ScopeRead},

	"GET /audit":       {Roles: watchers, Scope: site.ScopeRead},
	"GET /audit.jsonl": {Roles: watchers, Scope: site.ScopeRead},

	"GET /login":       {Who: site.Stranger},
	"POST /login":      {Does: site.Enter, Who: site.Stranger},
	"GET /link/:key":   {Who: site.Stranger},
	"POST /link/:key":  {Does: site.Enter, Who: site.Stranger},
	"GET /setup":       {Who: site.First},
	"POST /setup":      {Does: site.Enter, Who: site.First},
	"GET /login/code":  {Who: site.Stranger},
	"POST /login/code": {Does: site.Enter, Who: site.Stranger},
	"POST /logout":     {Does: site.Enter, Who: site.Member},

	"GET /login/with/:provider":          {Who: site.Stranger},
	"GET /login/with/:provider/answer":   {Who: site.Stranger},
	"POST /login/with/:provider/answer":  {Does: site.Enter, Who: site.Stranger, Foreign: true},
	"GET /login/with/:provider/metadata": {Who: site.Stranger},

	"GET /account":                   {Who: site.Member},
	"POST /account/password":         {Does: site.Own, Who: site.Member},
	"POST /account/sessions/:id/end": {Does: site.Own, Who: site.Member},
	"POST /account/sessions/end":     {Does: site.Own, Who: site.Member},

	"GET /account/factor":          {Who: site.Member},
	"POST /account/factor":         {Does: site.Own, Who: site.Member},
	"POST /account/factor/start":   {Does: site.Own, Who: site.Member},
	"POST /account/factor/end":     {Does: site.Own, Who: site.Member},
	"POST /account/tokens":         {Does: site.Own, Who: site.Member},
	"POST /account/tokens/:id/end": {Does: site.Own, Who: site.Member},
	"POST /account/tokens/end":     {Does: site.Own, Who: site.Member},

	"POST /people/:id/factor/end":   {Does: site.Lead, Who: site.ByPeople, Roles: leaders},
	"GET /people":                   {Who: site.ByPeople, Roles: leaders},
	"POST /people":                  {Does: site.Lead, Who: site.ByPeople, Roles: leaders},
	"GET /people/:id":               {Who: site.ByPeople, Roles: leaders},
	"POST /people/:id":              {Does: site.Lead, Who: site.ByPeople, Roles: leaders},
	"POST /people/:id/lock":         {Does: site.Lead, Who: site.ByPeople, Roles: leaders},
	"POST /people/:id/unlock":       {Does: site.Lead, Who: site.ByPeople, Roles: leaders},
	"POST /people/:id/reset":        {Does: site.Lead, Who: site.ByPeople, Roles: leaders},
	"POST /people/:id/provider":     {Does: site.Lead, Who: site.ByPeople, Roles: leaders},
	"POST /people/:id/sessions/end": {Does: site.Lead, Who: site.ByPeople, Roles: leaders},

	"POST /language":    {Does: site.Enter, Who: site.Everyone},
	"POST /reviewer":    {Does: site.Enter, Who: site.Local},
	"GET /healthz":      {Who: site.Everyone},
	"GET /readyz":       {Who: site.Everyone},
	"GET /static/:name": {Who: site.Everyone},
	"GET /favicon.ico":  {Who: site.Everyone},
	"GET /logo/:name":   {Who: site.Everyone},
}
