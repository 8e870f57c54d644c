package web

import (
	"zhiwen/checker/record"
	"zhiwen/web/claim"
	"zhiwen/web/site"
)

// This file is the one place that says who may have which route: the table of rights,
// route by route. Which rows of it a reviewer sees is in site (row.go).

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
	"POST /selection/assign":    {Who: site.ByPeople, Roles: keepers},
	"POST /selection/share":     {Who: site.ByPeople, Roles: keepers},
	"POST /selection/verdict":   {Roles: keepers, Scope: site.ScopeDecide},
	"POST /selection/check":     {Roles: keepers, Scope: site.ScopeCheck},
	"POST /selection/papers":    {Roles: site.Readers, Scope: site.ScopeRead},
	"GET /tasks":                {Roles: site.Readers, Scope: site.ScopeRead},
	"GET /tasks/:id":            {Roles: site.Readers, Scope: site.ScopeRead},
	"GET /tasks/:id/fates.csv":  {Roles: site.Readers, Scope: site.ScopeRead},
	"GET /tasks/:id/papers.zip": {Roles: site.Readers, Scope: site.ScopeRead},
	"POST /tasks/:id/cancel":    {Roles: site.Readers, Scope: site.ScopeRead},
	"POST /tasks/:id/again":     {Roles: site.Readers, Scope: site.ScopeRead},
	"POST /tasks/:id/undo":      {Roles: site.Readers, Scope: site.ScopeRead},
	"POST /selection/enter":     {Roles: keepers, Scope: site.ScopeLibrary},
	"POST /selection/delete":    {Roles: keepers, Scope: site.ScopeCheck},
	"POST /views":               {Roles: site.Readers, Reviewer: site.Listed, Scope: site.ScopeRead},
	"POST /views/:id/delete":    {Roles: site.Readers, Reviewer: site.Listed, Scope: site.ScopeRead},
	"GET /calls":                {Roles: callers, Scope: site.ScopeRead},
	"GET /calls/new":            {Roles: openers, Scope: site.ScopeLibrary},
	"POST /calls":               {Roles: openers, Scope: site.ScopeLibrary},
	"GET /calls/:id":            {Roles: callers, Scope: site.ScopeRead},
	"GET /calls/:id/progress":   {Roles: callers, Scope: site.ScopeRead},
	"GET /calls/:id/edit":       {Roles: openers, Scope: site.ScopeLibrary},
	"POST /calls/:id":           {Roles: openers, Scope: site.ScopeLibrary},
	"GET /calls/:id/delete":     {Roles: openers, Scope: site.ScopeLibrary},
	"POST /calls/:id/delete":    {Roles: openers, Scope: site.ScopeLibrary},

	"POST /checks":  {Roles: keepers, Scope: site.ScopeCheck},
	"POST /samples": {Roles: keepers, Scope: site.ScopeLibrary},

	"GET /checks/:id":                                     {Roles: site.Readers, Reviewer: site.OfCheck, Scope: site.ScopeRead},
	"GET /checks/:id/matches/:match":                      {Roles: site.Readers, Reviewer: site.OfCheck, Scope: site.ScopeRead},
	"GET /checks/:id/sources/:source":                     {Roles: site.Readers, Reviewer: site.OfCheck, Scope: site.ScopeRead},
	"GET /checks/:id/hints/:hint":                         {Roles: site.Readers, Reviewer: site.OfCheck, Scope: site.ScopeRead},
	"GET /checks/:id/pages":                               {Roles: site.Readers, Reviewer: site.OfCheck, Scope: site.ScopeRead},
	"GET /checks/:id/pages/:page/picture":                 {Roles: site.Readers, Reviewer: site.OfCheck, Scope: site.ScopeRead},
	"GET /checks/:id/figures/:figure/picture":             {Roles: site.Readers, Reviewer: site.OfCheck, Scope: site.ScopeRead},
	"GET /checks/:id/report.html":                         {Roles: site.Readers, Reviewer: site.OfCheck, Scope: site.ScopeRead},
	"GET /checks/:id/report.pdf":                          {Roles: site.Readers, Reviewer: site.OfCheck, Scope: site.ScopeRead},
	"GET /checks/:id/sources.csv":                         {Roles: site.Readers, Reviewer: site.OfCheck, Scope: site.ScopeRead},
	"GET /checks/:id/matches.csv":                         {Roles: site.Readers, Reviewer: site.OfCheck, Scope: site.ScopeRead},
	"GET /checks/:id/pictures.csv":                        {Roles: site.Readers, Reviewer: site.OfCheck, Scope: site.ScopeRead},
	"GET /checks/:id/sources/:source/pages":               {Roles: site.Readers, Scope: site.ScopeRead}, // whole pages of a source
	"GET /checks/:id/evidence.xml":                        {Roles: site.Readers, Scope: site.ScopeRead}, // signed: nothing of a source can be left out
	"GET /checks/:id/decided.xml":                         {Roles: site.Readers, Scope: site.ScopeRead},
	"GET /checks/:id/evidence.tsr":                        {Roles: site.Readers, Scope: site.ScopeRead},
	"GET /checks/:id/decided.tsr":                         {Roles: site.Readers, Scope: site.ScopeRead},
	"POST /checks/:id/decisions":                          {Roles: keepers, Reviewer: site.OfCheck, Scope: site.ScopeDecide},
	"POST /checks/:id/opinions":                           {Roles: keepers, Reviewer: site.OfCheck, Scope: site.ScopeDecide},
	"POST /checks/:id/cancel":                             {Roles: keepers, Scope: site.ScopeCheck},
	"POST /checks/:id/shared":                             {Roles: keepers, Scope: site.ScopeLibrary},
	"POST /checks/:id/retry":                              {Roles: keepers, Scope: site.ScopeCheck},
	"POST /checks/:id/delete":                             {Roles: keepers, Scope: site.ScopeCheck},
	"GET /checks/:id/sources/:source/pages/:page/picture": {Roles: site.Readers, Scope: site.ScopeRead},

	// As whole pages of a source: what else a picture shows, nobody can leave out of it.
	"GET /checks/:id/sources/:source/figures/:figure/picture": {Roles: site.Readers, Scope: site.ScopeRead},

	"GET /library":  {Roles: site.Readers, Scope: site.ScopeRead},
	"POST /library": {Roles: keepers, Scope: site.ScopeLibrary},

	"GET /library.csv":               {Roles: keepers, Scope: site.ScopeRead},
	"GET /library.xlsx":              {Roles: keepers, Scope: site.ScopeRead},
	"GET /library.zip":               {Roles: keepers, Scope: site.ScopeRead},
	"GET /library/selection":         {Roles: keepers, Scope: site.ScopeLibrary},
	"POST /library/selection/edit":   {Roles: keepers, Scope: site.ScopeLibrary},
	"POST /library/selection/remove": {Roles: keepers, Scope: site.ScopeLibrary},
	"POST /documents/:id/enter":      {Roles: keepers, Scope: site.ScopeLibrary},
	"GET /rechecks":                  {Roles: site.Readers, Scope: site.ScopeRead},
	"POST /rechecks":                 {Roles: keepers, Scope: site.ScopeCheck},
	"GET /calls/:id/rechecks":        {Roles: site.Readers, Scope: site.ScopeRead},
	"POST /calls/:id/rechecks":       {Roles: keepers, Scope: site.ScopeCheck},
	"GET /checks/:id/changes":        {Roles: site.Readers, Scope: site.ScopeRead},
	"GET /collections":               {Roles: site.Readers, Scope: site.ScopeRead},
	"POST /collections":              {Roles: keepers, Scope: site.ScopeLibrary},
	"POST /collections/:id":          {Roles: keepers, Scope: site.ScopeLibrary},
	"POST /collections/:id/delete":   {Roles: keepers, Scope: site.ScopeLibrary},

	"GET /forms":              {Roles: site.Readers, Scope: site.ScopeRead},
	"POST /forms":             {Roles: keepers, Scope: site.ScopeLibrary},
	"GET /templates":          {Roles: site.Readers, Scope: site.ScopeRead},
	"GET /roles":              {Roles: site.Readers, Scope: site.ScopeRead},
	"POST /roles":             {Roles: keepers, Scope: site.ScopeLibrary},
	"POST /roles/:id":         {Roles: keepers, Scope: site.ScopeLibrary},
	"POST /roles/:id/end":     {Roles: keepers, Scope: site.ScopeLibrary},
	"GET /documents/:id":      {Roles: site.Readers, Reviewer: site.OfDocument, Scope: site.ScopeRead},
	"GET /documents/:id/file": {Roles: site.Readers, Reviewer: site.OfDocument, Scope: site.ScopeRead},

	"GET /documents/:id/pages":               {Roles: site.Readers, Reviewer: site.OfDocument, Scope: site.ScopeRead},
	"GET /documents/:id/pages/:page/picture": {Roles: site.Readers, Reviewer: site.OfDocument, Scope: site.ScopeRead},

	"POST /documents/:id/check":                  {Roles: keepers, Scope: site.ScopeCheck},
	"POST /documents/:id/details":                {Roles: keepers, Scope: site.ScopeLibrary},
	"POST /documents/:id/marks":                  {Roles: keepers, Scope: site.ScopeLibrary},
	"GET /documents/:id/mark":                    {Roles: keepers, Scope: site.ScopeLibrary},
	"GET /documents/:id/mark/:page/picture":      {Roles: keepers, Scope: site.ScopeLibrary},
	"POST /documents/:id/marks/:mark/delete":     {Roles: keepers, Scope: site.ScopeLibrary},
	"GET /documents/:id/rereads":                 {Roles: site.Readers, Scope: site.ScopeRead},
	"POST /documents/:id/rereads":                {Roles: keepers, Scope: site.ScopeLibrary},
	"POST /documents/:id/retry":                  {Roles: keepers, Scope: site.ScopeLibrary},
	"POST /documents/:id/delete":                 {Roles: keepers, Scope: site.ScopeLibrary},
	"POST /documents/:id/reviewers":              {Who: site.ByPeople, Roles: keepers},
	"POST /documents/:id/reviewers/:account/end": {Who: site.ByPeople, Roles: keepers},

	"GET /calls/:id/network": {Roles: site.Readers, Scope: site.ScopeRead},

	"GET /imports":               {Roles: keepers, Scope: site.ScopeLibrary},
	"POST /imports":              {Roles: keepers, Scope: site.ScopeLibrary},
	"GET /imports/:id":           {Roles: keepers, Scope: site.ScopeLibrary},
	"GET /imports/:id/fates.csv": {Roles: keepers, Scope: site.ScopeLibrary},
	"POST /imports/:id/cancel":   {Roles: keepers, Scope: site.ScopeLibrary},
	"POST /imports/:id/retry":    {Roles: keepers, Scope: site.ScopeLibrary},
	"POST /imports/:id/delete":   {Roles: keepers, Scope: site.ScopeLibrary},

	// The extension shows nothing of what is here: whoever may ask for something has it by a token.
	"GET /extension":     {Who: site.Member, Scope: site.ScopeRead},
	"GET /extension.zip": {Who: site.Member, Scope: site.ScopeRead},

	"POST /api/submit":             {Roles: askers, Scope: site.ScopeAddresses},
	"OPTIONS /api/submit":          {Who: site.Everyone}, // what a browser asks before an extension may; it tells nothing
	"POST /api/schedule/submit":    {Roles: askers, Scope: site.ScopeAddresses},
	"OPTIONS /api/schedule/submit": {Who: site.Everyone},

	// The interface for programs: each line as that of the page that does the same.
	"GET /api/v1/openapi.yaml": {Who: site.Everyone},
	"GET /api/v1/openapi.json": {Who: site.Everyone},
	"GET /api/v1/server":       {Who: site.Member, Scope: site.ScopeRead},

	"POST /api/v1/submissions":         {Roles: keepers, Scope: site.ScopeCheck},
	"GET /api/v1/submissions/:id":      {Roles: keepers, Scope: site.ScopeCheck},
	"PUT /api/v1/submissions/:id/file": {Roles: keepers, Scope: site.ScopeCheck},

	"POST /api/v1/checks":                   {Roles: keepers, Scope: site.ScopeCheck},
	"GET /api/v1/checks":                    {Roles: site.Readers, Reviewer: site.Listed, Scope: site.ScopeRead},
	"GET /api/v1/checks/:id":                {Roles: site.Readers, Reviewer: site.OfCheck, Scope: site.ScopeRead},
	"GET /api/v1/checks/:id/wait":           {Roles: site.Readers, Reviewer: site.OfCheck, Scope: site.ScopeRead},
	"DELETE /api/v1/checks/:id":             {Roles: keepers, Scope: site.ScopeCheck},
	"POST /api/v1/checks/:id/cancel":        {Roles: keepers, Scope: site.ScopeCheck},
	"POST /api/v1/checks/:id/retry":         {Roles: keepers, Scope: site.ScopeCheck},
	"GET /api/v1/checks/:id/sources":        {Roles: site.Readers, Reviewer: site.OfCheck, Scope: site.ScopeRead},
	"GET /api/v1/checks/:id/matches":        {Roles: site.Readers, Reviewer: site.OfCheck, Scope: site.ScopeRead},
	"GET /api/v1/checks/:id/decisions":      {Roles: site.Readers, Reviewer: site.OfCheck, Scope: site.ScopeRead},
	"POST /api/v1/checks/:id/decisions":     {Roles: keepers, Reviewer: site.OfCheck, Scope: site.ScopeDecide},
	"GET /api/v1/checks/:id/opinions":       {Roles: site.Readers, Reviewer: site.OfCheck, Scope: site.ScopeRead},
	"POST /api/v1/checks/:id/opinions":      {Roles: keepers, Reviewer: site.OfCheck, Scope: site.ScopeDecide},
	"GET /api/v1/checks/:id/links":          {Roles: site.Readers, Reviewer: site.OfCheck, Scope: site.ScopeLink},
	"POST /api/v1/checks/:id/links":         {Roles: site.Readers, Reviewer: site.OfCheck, Scope: site.ScopeLink},
	"DELETE /api/v1/checks/:id/links/:link": {Roles: site.Readers, Reviewer: site.OfCheck, Scope: site.ScopeLink},
	"GET /api/v1/checks/:id/report.html":    {Roles: site.Readers, Reviewer: site.OfCheck, Scope: site.ScopeRead},
	"GET /api/v1/checks/:id/report.pdf":     {Roles: site.Readers, Reviewer: site.OfCheck, Scope: site.ScopeRead},
	"GET /api/v1/checks/:id/sources.csv":    {Roles: site.Readers, Reviewer: site.OfCheck, Scope: site.ScopeRead},
	"GET /api/v1/checks/:id/matches.csv":    {Roles: site.Readers, Reviewer: site.OfCheck, Scope: site.ScopeRead},
	"GET /api/v1/checks/:id/evidence.xml":   {Roles: site.Readers, Scope: site.ScopeRead},
	"GET /api/v1/checks/:id/decided.xml":    {Roles: site.Readers, Scope: site.ScopeRead},

	"POST /api/v1/documents":           {Roles: keepers, Scope: site.ScopeLibrary},
	"GET /api/v1/documents":            {Roles: site.Readers, Scope: site.ScopeRead},
	"GET /api/v1/documents/:id":        {Roles: site.Readers, Reviewer: site.OfDocument, Scope: site.ScopeRead},
	"PATCH /api/v1/documents/:id":      {Roles: keepers, Scope: site.ScopeLibrary},
	"DELETE /api/v1/documents/:id":     {Roles: keepers, Scope: site.ScopeLibrary},
	"GET /api/v1/documents/:id/file":   {Roles: site.Readers, Reviewer: site.OfDocument, Scope: site.ScopeRead},
	"GET /api/v1/documents/:id/checks": {Roles: site.Readers, Reviewer: site.OfDocument, Scope: site.ScopeRead},

	"GET /api/v1/tasks":               {Roles: site.Readers, Scope: site.ScopeRead},
	"POST /api/v1/tasks/:id/undo":     {Roles: keepers, Scope: site.ScopeDecide},
	"POST /api/v1/calls":              {Roles: openers, Scope: site.ScopeLibrary},
	"GET /api/v1/calls":               {Roles: callers, Scope: site.ScopeRead},
	"GET /api/v1/calls/:id":           {Roles: callers, Scope: site.ScopeRead},
	"PATCH /api/v1/calls/:id":         {Roles: openers, Scope: site.ScopeLibrary},
	"GET /api/v1/search":              {Roles: site.Readers, Scope: site.ScopeRead},
	"GET /api/v1/settings":            {Roles: setters, Scope: site.ScopeRead},
	"PUT /api/v1/settings/agency":     {Roles: leaders, Scope: site.ScopeLibrary},
	"PUT /api/v1/settings/thresholds": {Roles: openers, Scope: site.ScopeLibrary},
	"PUT /api/v1/settings/counting":   {Roles: openers, Scope: site.ScopeLibrary},

	// Whoever has a link reads the one report; where nobody logs in the page of it is open.
	"GET /shared/:key": {Who: site.Stranger},

	"GET /sites":                {Roles: openers, Scope: site.ScopeLibrary},
	"POST /sites":               {Roles: openers, Scope: site.ScopeLibrary},
	"GET /sites/new":            {Roles: openers, Scope: site.ScopeLibrary},
	"GET /sites/repeats":        {Roles: site.Readers, Scope: site.ScopeRead},
	"GET /sites/repeats.csv":    {Roles: site.Readers, Scope: site.ScopeRead},
	"GET /sites/repeats.xlsx":   {Roles: site.Readers, Scope: site.ScopeRead},
	"POST /sites/repeats/again": {Roles: keepers, Scope: site.ScopeLibrary},
	"GET /sites/:id":            {Roles: openers, Scope: site.ScopeLibrary},
	"POST /sites/:id":           {Roles: openers, Scope: site.ScopeLibrary},
	"GET /sites/:id/edit":       {Roles: openers, Scope: site.ScopeLibrary},
	"GET /sites/:id/pages.csv":  {Roles: openers, Scope: site.ScopeLibrary},
	"POST /sites/:id/look":      {Roles: openers, Scope: site.ScopeLibrary},
	"POST /sites/:id/pause":     {Roles: openers, Scope: site.ScopeLibrary},
	"POST /sites/:id/follow":    {Roles: openers, Scope: site.ScopeLibrary},
	"POST /sites/:id/again":     {Roles: openers, Scope: site.ScopeLibrary},
	"POST /sites/:id/delete":    {Roles: openers, Scope: site.ScopeLibrary},

	// Officers see what fills their library; what the server reads of its disk and asks of others
	// is for administrators to say.
	"GET /harvests":               {Roles: openers, Scope: site.ScopeLibrary},
	"POST /harvests":              {Roles: leaders, Scope: site.ScopeLibrary},
	"GET /harvests/new":           {Roles: leaders, Scope: site.ScopeLibrary},
	"GET /harvests/:id":           {Roles: openers, Scope: site.ScopeLibrary},
	"POST /harvests/:id":          {Roles: leaders, Scope: site.ScopeLibrary},
	"GET /harvests/:id/edit":      {Roles: leaders, Scope: site.ScopeLibrary},
	"GET /harvests/:id/items.csv": {Roles: openers, Scope: site.ScopeLibrary},
	"POST /harvests/:id/now":      {Roles: leaders, Scope: site.ScopeLibrary},
	"POST /harvests/:id/pause":    {Roles: leaders, Scope: site.ScopeLibrary},
	"POST /harvests/:id/resume":   {Roles: leaders, Scope: site.ScopeLibrary},
	"POST /harvests/:id/again":    {Roles: leaders, Scope: site.ScopeLibrary},
	"POST /harvests/:id/delete":   {Roles: leaders, Scope: site.ScopeLibrary},

	"GET /settings":                            {Roles: setters, Scope: site.ScopeRead},
	"POST /settings/agency":                    {Roles: leaders},
	"POST /settings/logo":                      {Roles: leaders},
	"POST /settings/thresholds":                {Roles: openers},
	"POST /settings/web":                       {Roles: leaders},
	"POST /settings/first":                     {Roles: leaders},
	"POST /settings/counting":                  {Roles: openers},
	"GET /settings/retention":                  {Roles: setters, Scope: site.ScopeRead},
	"POST /settings/retention":                 {Roles: leaders},
	"GET /settings/retention/certificates/:id": {Roles: setters, Scope: site.ScopeRead},
	"GET /settings/program":                    {Roles: leaders},

	"GET /settings/webhooks":                                 {Roles: leaders},
	"POST /settings/webhooks":                                {Roles: leaders},
	"GET /settings/webhooks/:id":                             {Roles: leaders},
	"POST /settings/webhooks/:id/try":                        {Roles: leaders},
	"POST /settings/webhooks/:id/pause":                      {Roles: leaders},
	"POST /settings/webhooks/:id/resume":                     {Roles: leaders},
	"POST /settings/webhooks/:id/secret":                     {Roles: leaders},
	"POST /settings/webhooks/:id/delete":                     {Roles: leaders},
	"POST /settings/webhooks/:id/again":                      {Roles: leaders},
	"POST /settings/webhooks/:id/deliveries/:delivery/again": {Roles: leaders},

	// Whose claims they are, the pages ask themselves: their own, or all (web/claim).
	"GET /claims":                 {Who: site.Member},
	"GET /claims/new":             {Who: site.Member},
	"POST /claims":                {Who: site.Member},
	"GET /claims/log":             {Who: site.ByPeople, Roles: leaders},
	"GET /claims/:id":             {Who: site.Member},
	"GET /claims/:id/files/:file": {Who: site.Member},
	"POST /claims/:id/decide":     {Who: site.ByPeople, Roles: claim.Judges},
	"POST /claims/:id/withdraw":   {Who: site.Member},

	"GET /events": {Roles: site.Readers, Reviewer: site.Listed, Scope: site.ScopeRead},

	"GET /audit":       {Roles: watchers, Scope: site.ScopeRead},
	"GET /audit.jsonl": {Roles: watchers, Scope: site.ScopeRead},

	"GET /login":       {Who: site.Stranger},
	"POST /login":      {Who: site.Stranger},
	"GET /link/:key":   {Who: site.Stranger},
	"POST /link/:key":  {Who: site.Stranger},
	"GET /setup":       {Who: site.First},
	"POST /setup":      {Who: site.First},
	"GET /login/code":  {Who: site.Stranger},
	"POST /login/code": {Who: site.Stranger},
	"POST /logout":     {Who: site.Member},

	"GET /login/with/:provider":          {Who: site.Stranger},
	"GET /login/with/:provider/answer":   {Who: site.Stranger},
	"POST /login/with/:provider/answer":  {Who: site.Stranger, Foreign: true},
	"GET /login/with/:provider/metadata": {Who: site.Stranger},

	"GET /account":                   {Who: site.Member},
	"POST /account/password":         {Who: site.Member},
	"POST /account/sessions/:id/end": {Who: site.Member},
	"POST /account/sessions/end":     {Who: site.Member},

	"GET /account/factor":          {Who: site.Member},
	"POST /account/factor":         {Who: site.Member},
	"POST /account/factor/start":   {Who: site.Member},
	"POST /account/factor/end":     {Who: site.Member},
	"POST /account/tokens":         {Who: site.Member},
	"POST /account/tokens/:id/end": {Who: site.Member},

	"POST /people/:id/factor/end":   {Who: site.ByPeople, Roles: leaders},
	"GET /people":                   {Who: site.ByPeople, Roles: leaders},
	"POST /people":                  {Who: site.ByPeople, Roles: leaders},
	"GET /people/:id":               {Who: site.ByPeople, Roles: leaders},
	"POST /people/:id":              {Who: site.ByPeople, Roles: leaders},
	"POST /people/:id/lock":         {Who: site.ByPeople, Roles: leaders},
	"POST /people/:id/unlock":       {Who: site.ByPeople, Roles: leaders},
	"POST /people/:id/reset":        {Who: site.ByPeople, Roles: leaders},
	"POST /people/:id/provider":     {Who: site.ByPeople, Roles: leaders},
	"POST /people/:id/sessions/end": {Who: site.ByPeople, Roles: leaders},

	"POST /language":    {Who: site.Everyone},
	"POST /reviewer":    {Who: site.Local},
	"GET /healthz":      {Who: site.Everyone},
	"GET /readyz":       {Who: site.Everyone},
	"GET /static/:name": {Who: site.Everyone},
	"GET /favicon.ico":  {Who: site.Everyone},
	"GET /logo/:name":   {Who: site.Everyone},
}
